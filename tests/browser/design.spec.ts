/** Page components, as shown on the design page. */
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { makeAccount } from '#tests/helpers/accounts'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow, signIn } from '#tests/helpers/console_pages'

const DESIGN = '/docs/design/'

test.group('components in a browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (!BROWSER) return () => {}
    browser = await launchBrowser()
    return () => browser.close()
  })

  test('are accessible in light and dark mode and fit a narrow window', async ({ assert }) => {
    const { page, complaints, foreign } = await openPage(browser)
    await page.goto(address(DESIGN))
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      assert.deepEqual(await barriers(page), [], colorScheme)
    }
    await page.setViewportSize({ width: 360, height: 800 })
    assert.isAtMost(await overflow(page), 0)
    assert.deepEqual([complaints, foreign], [[], []])
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('the error summary links to the fields', async ({ assert }) => {
    const { page } = await openPage(browser)
    await page.goto(address(DESIGN))
    const links = page.getByRole('alert').getByRole('link')
    assert.equal(await links.count(), 4)
    await links.first().click()
    const field = page.getByLabel('Email address')
    assert.match(page.url(), /#field-email$/)
    assert.equal(await field.getAttribute('id'), 'field-email')
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    const notes = (await field.getAttribute('aria-describedby'))!.trim().split(' ')
    const texts = await Promise.all(notes.map((id) => page.locator(`#${id}`).innerText()))
    assert.deepEqual(texts, [
      "We'll email you a confirmation link.",
      'Enter a valid email address.',
    ])
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('a chart shows values on hover and focus, and in a table', async ({ assert }) => {
    const { page } = await openPage(browser)
    await page.goto(address(DESIGN))
    const bar = page.getByRole('listitem', { name: '2026-01-02: 480 requests' })
    const opacity = () =>
      page.evaluate(
        'getComputedStyle(document.querySelectorAll(".chart-bar .chart-value")[1]).opacity'
      )
    assert.equal(await opacity(), '0')
    await bar.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    assert.equal(await opacity(), '1')
    await page.keyboard.press('Tab')
    assert.equal(await opacity(), '0')
    await bar.hover()
    assert.equal(await opacity(), '1')
    await page.getByText('Data table').first().click()
    const row = page.getByRole('row', { name: '2026-01-02 480' })
    assert.match(await row.innerText(), /\s480$/)
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('the header shows the current page and the signed-in user', async ({ assert }) => {
    const { page } = await openPage(browser)
    await page.goto(address('/docs/lists/'))
    const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')
    assert.deepEqual(await current.allInnerTexts(), ['Docs'])
    const header = page.getByRole('banner')
    await header.getByRole('link', { name: 'Sign in' }).waitFor()
    const account = await makeAccount()
    await signIn(page, account)
    for (const path of [
      '/',
      '/docs/lists/',
      '/docket/2001/a-docket/',
      '/api/rest/v4/?format=api',
    ]) {
      const answer = await page.goto(address(path))
      await header.getByRole('link', { name: account.username }).waitFor()
      assert.equal(await header.getByRole('link', { name: 'Sign in' }).count(), 0)
      if (!path.startsWith('/api/')) assert.equal(answer!.headers()['cache-control'], 'no-store')
    }
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('forced colors mark the current page and the invalid field', async ({ assert }) => {
    const { page } = await openPage(browser, 1280, { forcedColors: 'active' })
    const border = (selector: string) =>
      page.evaluate(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).borderBottomColor`
      )
    await page.goto(address(DESIGN))
    const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    for (const container of ['.bar nav', '.tabs']) {
      assert.equal(await border(`${container} a:not([aria-current])`), paper, container)
      assert.notEqual(await border(`${container} a[aria-current]`), paper, container)
    }
    const width = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).borderTopWidth`)
    assert.notEqual(
      await width('.field [aria-invalid]'),
      await width('.field input:not([aria-invalid])')
    )
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('the search box in the header opens search results', async ({ assert }) => {
    const { page } = await openPage(browser)
    await page.goto(address('/docs/'))
    await page.getByRole('banner').getByLabel('Search the archive').fill('equal protection')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search/?q=equal+protection')
    assert.equal(await page.getByRole('search').count(), 1)
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('printed pages omit screen-only elements', async ({ assert }) => {
    const { page } = await openPage(browser)
    await page.goto(address('/opinion/1001/marbury-v-madison/'))
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    assert.isFalse(await page.getByRole('banner').isVisible())
    assert.isTrue(await page.getByRole('heading', { level: 1 }).isVisible())
    const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    assert.equal(paper, 'rgb(255, 255, 255)')
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)
})
