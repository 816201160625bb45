/** Staff review a bad redaction and seal the document, by keyboard and on a phone. */
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { makeAccount } from '#tests/helpers/accounts'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow, signIn } from '#tests/helpers/console_pages'
import { makeDocket } from '#tests/helpers/own_docket'
import { SEAL_RIGHT } from '../../rights.js'
import { makePdf, PARAGRAPH } from '../make_pdf.js'
import { readQueued, store } from '../stored_pdf.js'

test.group('sealing in the browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (BROWSER) browser = await launchBrowser()
  })
  group.teardown(() => browser?.close())

  test('reviews a bad redaction, then seals and unseals the document')
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert, cleanup }) => {
      const docket = await makeDocket()
      cleanup(() => docket.remove())
      const [document] = (await docket.addEntry('ORDER', [{ description: 'A redacted order' }]))
        .documents
      await store(document!, await makePdf([{ lines: PARAGRAPH, boxes: [{ line: 1 }] }]))
      await readQueued()
      const { page, complaints, foreign } = await openPage(browser, 360)
      const sound = async (name: string) => {
        assert.isAtMost(await overflow(page), 0, `${name} is too wide`)
        assert.deepEqual(await barriers(page), [], name)
      }
      const press = async (role: 'button' | 'link', name: string) => {
        await page.getByRole(role, { name }).first().focus()
        await page.keyboard.press('Enter')
      }
      await signIn(page, await makeAccount({ rights: [SEAL_RIGHT] }))
      await page.goto(address('/admin/bad-redactions/'))
      await page.getByText('A redacted order').waitFor()
      await sound('bad redactions')
      await page.goto(address(`/docket/${docket.id}/1/ash-v-beech/`))
      await page.getByText('can still be copied on pages 1.').waitFor()
      await sound('document')
      await press('link', 'Seal document')
      await page.getByText('Sealing deletes the file').waitFor()
      await sound('confirmation')
      await press('button', 'Seal document')
      await page.getByText('Document sealed.').waitFor()
      await sound('sealed documents')
      await press('button', 'Unseal')
      await page.getByText('Document unsealed.').waitFor()
      assert.deepEqual(complaints, [])
      assert.deepEqual(foreign, [])
      await page.close()
    })
})
