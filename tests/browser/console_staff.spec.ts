/** Staff pages as people use them. */
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { makeAccount } from '#tests/helpers/accounts'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { assertReadable, signIn } from '#tests/helpers/console_pages'

const ACCOUNT = '/admin/accounts/<account>/'
/** Every page with records is checked in every_page.spec. */
const PAGES = ['/admin/accounts/?q=no+such+account', ACCOUNT]

test.group('staff in a browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (!BROWSER) return () => {}
    browser = await launchBrowser()
    return () => browser.close()
  })

  test('is accessible in light and dark mode and fits a narrow window: {$self}')
    .with(PAGES)
    .run(async ({ assert }, path) => {
      const boss = await makeAccount({ rights: ['*'] })
      const somebody = await makeAccount({ overrides: { user: ['5/hour'] }, rights: ['jobs.view'] })
      const { page, complaints } = await openPage(browser)
      await signIn(page, boss)
      await page.goto(address(path === ACCOUNT ? `/admin/accounts/${somebody.id}/` : path))
      await assertReadable(assert, page, path)
      assert.deepEqual(complaints, [])
      await page.close()
    })
    .skip(!BROWSER, NO_BROWSER)

  test('shows a staff override to the user on the usage page', async ({ assert }) => {
    const boss = await makeAccount({ rights: ['*'] })
    const user = await makeAccount()
    const staff = await openPage(browser)
    const owner = await openPage(browser)
    await signIn(owner.page, user)
    await owner.page.goto(address('/profile/api-usage/'))
    await owner.page.getByRole('rowheader', { name: '5/min' }).waitFor()

    await signIn(staff.page, boss)
    await staff.page.goto(address('/admin/accounts/'))
    await staff.page.getByLabel('Username, email address, or ID').fill(user.username)
    await staff.page.getByRole('button', { name: 'Filter' }).click()
    await staff.page.getByRole('link', { name: user.username }).click()
    await staff.page.getByLabel('Rates (optional)').fill('300/min')
    await staff.page.getByRole('button', { name: 'Preview' }).click()
    await staff.page.getByText('New', { exact: true }).waitFor()
    await staff.page.getByRole('button', { name: 'Save rates' }).click()
    await staff.page.getByText('Rates changed.').waitFor()

    await owner.page.reload()
    await owner.page.getByRole('rowheader', { name: '300/min' }).waitFor()
    assert.equal(await owner.page.getByRole('rowheader', { name: '5/min' }).count(), 0)
    assert.include(await owner.page.locator('main').innerText(), 'set by staff')
    await owner.page.close()
    await staff.page.close()
  }).skip(!BROWSER, NO_BROWSER)
})
