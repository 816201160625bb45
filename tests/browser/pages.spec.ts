/** Pages as people use them. */
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers } from '#tests/helpers/console_pages'

const PAGES = [
  '/',
  '/docs/',
  '/docs/lists/',
  '/docs/api/',
  '/docs/api/clusters/',
  '/docs/api/search/',
  '/api/rest/v4/?format=api',
  '/api/rest/v4/clusters/?format=api',
  '/api/rest/v4/clusters/1038/?format=api',
  '/api/rest/v4/clusters/?nothing=1&format=api',
  '/docket/1/marbury-v-madison/',
  '/docket/2001/1/a-document/',
  '/opinion/1001/marbury-v-madison/',
  '/person/301/john-marshall/',
  '/audio/901/a-recording/',
  '/nowhere/',
]

test.group('pages in a browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (!BROWSER) return () => {}
    browser = await launchBrowser()
    return () => browser.close()
  })

  test('{$self} fits a narrow window, logs no errors, and requests no other host')
    .with(PAGES)
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, path) => {
      const { page, complaints, foreign } = await openPage(browser, 360)
      await page.goto(address(path), { waitUntil: 'networkidle' })
      const [width, inner] = (await page.evaluate(
        '[document.documentElement.scrollWidth, window.innerWidth]'
      )) as [number, number]
      assert.isAtMost(width, inner)
      assert.equal(await page.locator('h1').count(), 1)
      // Chromium logs the status of error pages.
      assert.deepEqual(
        complaints.filter((text) => !/status of 4\d\d/.test(text)),
        []
      )
      assert.deepEqual(foreign, [])
      await page.close()
    })

  test('the browsable list links to the next page, to a record, and back up', async ({
    assert,
  }) => {
    const { page } = await openPage(browser)
    await page.goto(address('/api/rest/v4/clusters/?fields=resource_uri,case_name&format=api'))
    await page.getByRole('link', { name: 'Next' }).click()
    assert.include(page.url(), 'cursor=')
    await page
      .getByRole('link', { name: /clusters\/\d+\// })
      .first()
      .click()
    assert.match(page.url(), /\/clusters\/\d+\/$/)
    assert.include(await page.locator('h1').innerText(), 'Opinion Cluster')
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'clusters' })
      .click()
    assert.match(page.url(), /\/clusters\/$/)
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('the keyboard reaches the skip link first', async ({ assert }) => {
    const { page } = await openPage(browser)
    await page.goto(address('/'))
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to content')
    await page.keyboard.press('Enter')
    assert.match(page.url(), /#main$/)
    // After a menu.
    await page.goto(address('/docs/lists/'))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    assert.isTrue(
      await page.evaluate('document.activeElement.matches(".docs-text *")'),
      'the focus is in the text'
    )
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('the reference links to an endpoint, is accessible, and needs no other scripts', async ({
    assert,
  }) => {
    const { page, foreign } = await openPage(browser)
    await page.goto(address('/docs/api/'))
    await page.getByRole('link', { name: 'opinions-cited', exact: true }).click()
    await page.getByRole('heading', { name: 'GET /opinions-cited/', exact: true }).waitFor()
    assert.equal(await page.locator('script:not([src*="suggest"])').count(), 0)
    for (const path of ['/docs/api/', '/docs/api/clusters/', '/docs/api/search/']) {
      await page.goto(address(path))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await barriers(page), [], `${path} ${colorScheme}`)
      }
    }
    assert.deepEqual(foreign, [])
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)
})
