/** A document that is requested on its page and becomes available. */
import { existsSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { makeAccount } from '#tests/helpers/accounts'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow, signIn } from '#tests/helpers/console_pages'
import { followed } from '#tests/helpers/consumers'
import { changeDocument, makeDocket } from '#tests/helpers/own_docket'

const WITHOUT = !BROWSER || !existsSync(app.makePath('plugins/prayers'))

test.group('prayers in the browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (!WITHOUT) browser = await launchBrowser()
  })
  group.teardown(() => browser?.close())

  test('requests, publishes, withdraws, requests again, and receives a document')
    .skip(WITHOUT, NO_BROWSER)
    .run(async ({ assert, cleanup }) => {
      const { default: grants } = await import('#plugins/prayers/processing/consumer')
      const docket = await makeDocket()
      cleanup(() => docket.remove())
      const { documents } = await docket.addEntry('ORDER', [{ description: 'The wanted order' }])
      const account = await makeAccount()
      const { page, complaints, foreign } = await openPage(browser, 360)
      const sound = async (name: string) => {
        assert.isAtMost(await overflow(page), 0, `${name} is too wide`)
        assert.deepEqual(await barriers(page), [], name)
      }
      await signIn(page, account)
      const ask = async () => {
        await page.goto(address(`/docket/${docket.id}/1/ash-v-beech/`))
        await sound('document')
        // With the keyboard only.
        await page.getByRole('button', { name: 'Request this document' }).focus()
        await page.keyboard.press('Enter')
        await page.getByText('You requested this document').waitFor()
        await page.goto(address('/profile/prayers/'))
        await sound('prayers')
      }
      await ask()
      await page.getByRole('button', { name: 'Make public' }).click()
      await page.getByText('Your requests are now public.').waitFor()
      const visitor = await openPage(browser, 360)
      await visitor.page.goto(address(`/prayers/${account.username}/`))
      await visitor.page.getByRole('rowheader', { name: 'The wanted order' }).waitFor()
      await visitor.page.goto(address('/prayers/top/'))
      await visitor.page.getByRole('rowheader', { name: 'The wanted order' }).waitFor()
      assert.isAtMost(await overflow(visitor.page), 0, 'leaderboard is too wide')
      assert.deepEqual(await barriers(visitor.page), [], 'leaderboard')
      await visitor.page.close()

      await page.getByRole('button', { name: 'Withdraw: The wanted order' }).click()
      await page.getByText('No pending requests.').waitFor()
      await ask()
      await followed(grants, () => changeDocument(documents[0]!, { is_available: true }))
      await page.reload()
      await page.getByRole('heading', { name: 'Granted' }).waitFor()
      await page.getByRole('rowheader', { name: 'The wanted order' }).waitFor()
      await sound('granted')
      assert.deepEqual([...complaints, ...visitor.complaints], [])
      assert.deepEqual([...foreign, ...visitor.foreign], [])
      await page.close()
    })
})
