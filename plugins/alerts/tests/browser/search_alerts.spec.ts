/** A search that is saved as an alert, and its hits. */
import { existsSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { makeAccount } from '#tests/helpers/accounts'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow, signIn } from '#tests/helpers/console_pages'
import { searchReady } from '#tests/helpers/search_indexes'

const WITHOUT = !BROWSER || !existsSync(app.makePath('plugins/alerts'))

test.group('search alerts in the browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (WITHOUT) return
    browser = await launchBrowser()
    await searchReady()
  })
  group.teardown(() => browser?.close())

  test('{width} pixels: saves a search, shows a hit for a new opinion, deletes the alert')
    .with([{ width: 1280 }, { width: 360 }])
    .skip(WITHOUT, NO_BROWSER)
    .run(async ({ assert }, { width }) => {
      const { addCluster, removeRows, uniqueWord } =
        await import('#plugins/alerts/tests/archive_rows')
      const { matching } = await import('#plugins/alerts/tests/alert_helpers')
      const membership = { level: 'tier_1', payment_status: 'succeeded', termination_date: null }
      const account = await makeAccount({ membership })
      const { page, complaints, foreign } = await openPage(browser, width)
      const sound = async (name: string) => {
        assert.isAtMost(await overflow(page), 0, `${name} is too wide`)
        // Once per state: the wide page has the same elements.
        if (width === 360) assert.deepEqual(await barriers(page), [], name)
      }
      const word = uniqueWord()
      await signIn(page, account)
      await page.goto(address(`/search/?q=${word}`))
      await sound('search')
      await page.getByRole('button', { name: 'Create an alert for this search' }).click()
      await page.getByLabel('Name').fill('Peanuts')
      await page.getByLabel('Frequency').selectOption('rt')
      await sound('new')
      await page.getByRole('button', { name: 'Create alert' }).click()
      await page.getByText('Alert created.').waitFor()
      await sound('list')
      const hits = page
        .getByRole('row', { name: /Peanuts/ })
        .getByRole('cell')
        .nth(4)
      assert.equal(await hits.textContent(), '0')

      await matching(() => addCluster(`A ${word}.`))
      await page.reload()
      assert.equal(await hits.textContent(), '1')

      await page.getByRole('link', { name: 'Peanuts', exact: true }).click()
      await sound('edit')
      await page.getByRole('link', { name: 'Edit the search on the search page' }).click()
      await page.getByText('Editing the alert “Peanuts”').waitFor()
      await sound('search for an alert')
      await page.locator('#q').fill(`${word} AND ${word}`)
      await page.getByRole('button', { name: 'Search', exact: true }).first().click()
      await page.getByRole('button', { name: 'Save search to alert' }).click()
      await page.getByText('Changes saved.').waitFor()
      await page.getByRole('link', { name: 'Peanuts', exact: true }).click()
      await page.locator('summary', { hasText: 'Query string' }).click()
      await page.getByLabel('Query string', { exact: true }).fill('q=(x')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('has no matching').first().waitFor()
      await sound('refused')
      await page.goto(address('/profile/alerts/'))
      await page.getByRole('link', { name: 'Delete Peanuts' }).click()
      await sound('delete')
      await page.getByRole('button', { name: 'Delete alert' }).click()
      await page.getByText('No search alerts yet').waitFor()
      await removeRows()
      // The browser logs the 422 response.
      assert.deepEqual(
        complaints.filter((text) => !text.includes('422')),
        []
      )
      assert.deepEqual(foreign, [])
      await page.close()
    })
})
