/** Fetches a docket and buys a document from simulated courts in the browser. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { Jobs } from '#app/jobs/jobs'
import { makeAccount } from '#tests/helpers/accounts'
import { address, BROWSER, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow, signIn } from '#tests/helpers/console_pages'
import { LANE_JOB } from '../../codes.js'
import FetchRequest from '../../models/fetch_request.js'
import { useBrowser } from '../use_browser.js'

test.group('fetching in the browser', (group) => {
  const use = useBrowser(group)

  group.teardown(async () => {
    if (!BROWSER) return
    const database = await app.container.make('lucid.db')
    const [request] = await FetchRequest.query().whereNotNull('docketId').limit(1)
    await FetchRequest.query().delete()
    if (request) await database.from('dockets').where('id', request.docketId!).delete()
  })

  const logIn = async (page: Page) => {
    await page.getByLabel('Username').fill('simreader')
    await page.getByLabel('Password').fill('Simulated-1')
  }

  test('fetches a docket, then buys one of its documents')
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }) => {
      const { page, complaints, foreign } = await openPage(use.browser, 360)
      const jobs = await app.container.make(Jobs)
      const sound = async (name: string) => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          assert.deepEqual(await barriers(page), [], `${name}, ${colorScheme}`)
        }
        assert.isAtMost(await overflow(page), 0, `${name} is too wide`)
      }
      await signIn(page, await makeAccount())
      await page.goto(address('/fetch/'))
      await sound('empty page')
      await page.getByLabel('Court ID').fill('akd')
      await page.getByLabel('Docket number').fill('3:24-cv-00102')
      await logIn(page)
      await page.getByRole('button', { name: 'Fetch' }).click()
      await page.getByText('Queued').first().waitFor()
      await jobs.runWaiting(LANE_JOB)
      // The page updates automatically.
      await page.getByText('Successfully completed').waitFor()
      await sound('request')
      await page.locator('dd a').first().click()
      await page.getByRole('link', { name: 'Update this docket from the court system' }).waitFor()
      await page.locator('.documents a').first().click()
      await page.getByRole('link', { name: 'Buy this document' }).click()
      await page.getByText('Price.').waitFor()
      await sound('purchase')
      await logIn(page)
      await page.getByRole('button', { name: 'Buy' }).click()
      await page.getByText('Queued').first().waitFor()
      await jobs.runWaiting(LANE_JOB)
      await page.getByText('Total:').waitFor()
      await sound('receipt')
      await page.goto(address('/fetch/'))
      await sound('list')
      assert.deepEqual([complaints, foreign], [[], []])
      await page.close()
    })
})
