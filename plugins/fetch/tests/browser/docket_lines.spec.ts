/** Docket sheet lines: purchases, attachments, and receipts. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Jobs } from '#app/jobs/jobs'
import { makeAccount } from '#tests/helpers/accounts'
import { address, BROWSER, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow, signIn } from '#tests/helpers/console_pages'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { LANE_JOB } from '../../codes.js'
import FetchRequest from '../../models/fetch_request.js'
import { useBrowser } from '../use_browser.js'

test.group('lines of docket sheets in the browser', (group) => {
  const use = useBrowser(group)

  /** A docket without PDFs: documents of different lengths, one sealed. */
  async function makeSheet(): Promise<OwnDocket> {
    const docket = await makeDocket({ court_id: 'akd', registry_case_id: '70101' })
    await docket.addEntry('COMPLAINT', [
      { registry_doc_id: '02302500101', description: 'Complaint', page_count: 14 },
    ])
    await docket.addEntry('ANSWER', [{ registry_doc_id: '02302500105' }])
    await docket.addEntry('ORDER', [{ is_sealed: true, description: 'Sealed order' }])
    await docket.addEntry('NOTICE', [{ registry_doc_id: '', description: 'Of an unknown ID' }])
    return docket
  }

  for (const [width, scripts] of [
    [1280, false],
    [360, true],
  ] as const) {
    test(`${width} pixels, JavaScript ${scripts}: buys with the keyboard and shows the receipt`)
      .skip(!BROWSER, NO_BROWSER)
      .run(async ({ assert, cleanup }) => {
        const docket = await makeSheet()
        const account = await makeAccount()
        cleanup(async () => {
          await FetchRequest.query().where('userId', account.id).delete()
          await docket.remove()
        })
        const jobs = await app.container.make(Jobs)
        const { page, complaints, foreign } = await openPage(use.browser, width, {
          javaScriptEnabled: scripts,
        })
        const sheet = address(`/docket/${docket.id}/ash-v-beech/`)
        const actions = page.locator('.line-action')
        await page.goto(sheet)
        assert.equal(await actions.count(), 0, 'visitors without an account see no links')

        await signIn(page, account)
        await page.goto(sheet)
        const texts = await actions.allTextContents()
        assert.deepEqual(
          texts.filter((text) => !text.startsWith('Request ')),
          [
            'Buy document 1',
            'Get attachments document 1',
            'Buy document 2',
            'Get attachments document 2',
            'Get attachments document 3',
          ]
        )
        const lines = page.locator('ul.documents li')
        assert.match(await lines.nth(0).innerText(), /14 pages, \$1\.40 at the court/)
        assert.match(await lines.nth(1).innerText(), /about \$0\.91[^]*free/)
        assert.isAtMost(await overflow(page), 0)
        if (scripts)
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme })
            assert.deepEqual(await barriers(page), [], colorScheme)
          }
        await page.emulateMedia({ media: 'print' })
        assert.isFalse(await actions.first().isVisible(), 'a printed sheet shows no links')
        await page.emulateMedia({ media: 'screen' })

        await page.getByRole('link', { name: 'Buy document 1', exact: true }).focus()
        await page.keyboard.press('Enter')
        await page.getByText('The court system charges $1.40.').waitFor()
        await page.getByLabel('Username').fill('simreader')
        await page.getByLabel('Password').fill('Simulated-1')
        await page.getByRole('button', { name: 'Buy' }).press('Enter')
        await page.getByText('Queued').first().waitFor()
        await page.goto(sheet)
        await page.getByRole('link', { name: 'In progress document 1' }).waitFor()
        await jobs.runWaiting(LANE_JOB)
        await page.reload()
        assert.match(await lines.nth(0).innerText(), /Receipt[^]*\$1\.40/)
        await page.getByRole('link', { name: 'Receipt document 1' }).focus()
        await page.keyboard.press('Enter')
        await page.getByText('Total: 14 pages, $1.40').waitFor()

        await page.goto(sheet)
        await page.getByRole('link', { name: 'Get attachments document 1' }).click()
        await page.getByText('free at district and bankruptcy courts').waitFor()
        await page.getByLabel('Username').fill('simreader')
        await page.getByLabel('Password').fill('Simulated-1')
        await page.getByRole('button', { name: 'Fetch' }).click()
        await page.getByText('Queued').first().waitFor()
        await jobs.runWaiting(LANE_JOB)
        await page.goto(sheet)
        await page.getByText('2 attachments').click()
        await page.getByRole('link', { name: 'Buy document 1-2' }).waitFor()
        assert.isAtMost(await overflow(page), 0)
        assert.deepEqual([complaints, foreign], [[], []])
        await page.close()
      })
  }
})
