/** Tag forms of the browsable API in a browser. */
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { makeAccount } from '#tests/helpers/accounts'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow, signIn } from '#tests/helpers/console_pages'

test.group('forms of the browsable API in the browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (BROWSER) browser = await launchBrowser()
  })
  group.teardown(() => browser?.close())

  test('{width} pixels, JavaScript {scripts}: create with an error, fix, change, delete')
    .with([
      { width: 1280, scripts: true },
      { width: 360, scripts: true },
      { width: 360, scripts: false },
    ])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, { width, scripts }) => {
      const { page, complaints } = await openPage(browser, width, { javaScriptEnabled: scripts })
      const sound = async (name: string) => {
        if (!scripts) return
        assert.isAtMost(await overflow(page), 0, `${name} is too wide`)
        // Once per state: the wide page has the same elements.
        if (width === 360) assert.deepEqual(await barriers(page), [], name)
      }
      await signIn(page, await makeAccount())
      await page.goto(address('/api/rest/v4/tags/?format=api'))
      await page.getByText('Create', { exact: true }).click()
      await page.getByLabel('Name', { exact: true }).last().fill('Not A Slug')
      await page.getByLabel('Title').fill('Water rights')
      await sound('list with its form')
      await page.getByRole('button', { name: 'Send POST' }).click()
      await page.getByRole('link', { name: 'Name: Enter a valid' }).click()
      await sound('refused')
      const name = page.locator('#field-name')
      if (scripts) assert.isTrue(await name.evaluate((input) => input.matches(':focus')))
      await name.fill('water-rights')
      await page.getByRole('button', { name: 'Send POST' }).click()
      await page.getByText('User Tag created.').waitFor()
      await sound('created')

      await page.getByRole('link', { name: 'View record' }).click()
      await page.getByText('Edit', { exact: true }).click()
      assert.equal(await page.getByLabel('Title').inputValue(), 'Water rights')
      await page.getByLabel('Published').selectOption('yes')
      await sound('record with its forms')
      await page.getByRole('button', { name: 'Send PATCH' }).click()
      await page.getByText('User Tag changed.').waitFor()

      await page.getByRole('link', { name: 'View record' }).click()
      await page.getByText('Delete', { exact: true }).click()
      await page.getByRole('button', { name: 'Send DELETE' }).click()
      await page.getByText('User Tag deleted.').waitFor()
      await page.getByRole('link', { name: 'View list' }).click()
      assert.equal(await page.getByText('water-rights').count(), 0)
      // The test submits an invalid form on purpose.
      assert.deepEqual(
        complaints.filter((complaint) => !complaint.includes('400')),
        []
      )
    })
})
