/**
 * The search page in a browser: with a keyboard, on a phone, and without scripts.
 */
import { gzipSync } from 'node:zlib'
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow } from '#tests/helpers/console_pages'
import { reach } from '#tests/helpers/keyboard'
import { searchReady } from '#tests/helpers/search_indexes'

const PAGES = [
  '/search/',
  '/search/?q=court&court=scotus&filed_after=1950',
  '/search/?q=court&type=r',
  '/search/?q=court&type=rd',
  '/search/?q=zzqqxxvv',
  '/search/?q=cuort:scotus',
]
const WIDTHS = [1280, 768, 360]
/** Maximum compressed size of a page with its styles in bytes. */
const MOST_BYTES = 150_000

test.group('search page in a browser', (group) => {
  let browser: Browser

  group.setup(searchReady)
  group.setup(async () => {
    if (!BROWSER) return () => {}
    browser = await launchBrowser()
    return () => browser.close()
  })

  test('{$self} is accessible in light and dark mode, and fits at three widths')
    .with(PAGES)
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, path) => {
      const { page, foreign } = await openPage(browser)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(address(path))
        assert.isAtMost(await overflow(page), 0, `${width}`)
      }
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await barriers(page), [], colorScheme)
      }
      assert.deepEqual(foreign, [])
      await page.close()
    })

  test('loads the list of courts into the form, and filters it', async ({ assert }) => {
    const { page } = await openPage(browser)
    await page.goto(address('/search/?q=court&filters=open'))
    await page.getByLabel('Case name').fill('brown')
    await page.getByRole('button', { name: /^Choose from \d+ courts$/ }).click()
    const filter = page.getByLabel('Find a court')
    await filter.fill('ninth circuit')
    const choice = page.getByLabel('Court of Appeals for the Ninth Circuit', { exact: true })
    await choice.check()
    assert.isFalse(await page.getByLabel('Court of Appeals for the First Circuit').isVisible())
    await filter.press('Enter')
    assert.isTrue(await choice.isChecked())
    assert.equal(await page.getByLabel('Case name').inputValue(), 'brown')
    assert.deepEqual(await barriers(page), [])
    await page.locator('details[open] > button').last().click()
    await page.waitForURL(/court=ca9/)
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('keeps what was typed when courts are listed without scripts', async ({ assert }) => {
    const { page } = await openPage(browser, 360, { javaScriptEnabled: false })
    await page.goto(address('/search/?q=court&filters=open'))
    await page.getByLabel('Case name').fill('brown')
    await page.getByRole('button', { name: /^Choose from \d+ courts$/ }).click()
    await page.waitForURL(/filters=courts.*#courts$/)
    assert.equal(await page.getByLabel('Case name').inputValue(), 'brown')
    await page.getByLabel('Court of Appeals for the Ninth Circuit', { exact: true }).check()
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('supports search, filtering by year, and removing the filter with the keyboard', async ({
    assert,
  }) => {
    const { page } = await openPage(browser)
    await page.goto(address('/search/'))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('court')
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=court/)
    const all = await page.getByRole('status').innerText()
    const bar = page.locator('.year-bars a').first()
    await reach(page, bar)
    await page.keyboard.press('Enter')
    await page.waitForURL(/filed_after=/)
    assert.notEqual(await page.getByRole('status').innerText(), all)
    await reach(page, page.getByRole('link', { name: /^Remove Filed after/ }))
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.search.includes('filed_after'))
    assert.isTrue(await page.getByRole('link', { name: /^Remove Filed before/ }).isVisible())
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('without scripts, facets are collapsed on a phone and next to results on a desktop', async ({
    assert,
  }) => {
    const { page } = await openPage(browser, 360, { javaScriptEnabled: false })
    await page.goto(address('/search/?q=court'))
    const link = page.locator('.facets li a').first()
    assert.isFalse(await link.isVisible())
    await page.getByText('Filter these results').click()
    assert.isTrue(await link.isVisible())
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(address('/search/?q=court'))
    assert.isTrue(await link.isVisible())
    await page.getByText('Filters', { exact: true }).click()
    await page.getByLabel('Court', { exact: true }).fill('supreme court of the united states')
    await page.getByRole('search').getByRole('button', { name: 'Search' }).first().click()
    await page.getByText('Court: Supreme Court of the United States').waitFor()
    await page.getByLabel('Sort by').selectOption({ label: 'Date filed, oldest first' })
    await page.getByRole('button', { name: 'Sort', exact: true }).click()
    assert.include(page.url(), 'order_by=dateFiled+asc')
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('a page of results is small', async ({ assert }) => {
    const html = await (await fetch(address('/search/?q=court'))).text()
    const [, styles] = /<link rel="stylesheet" href="([^"]*)"/.exec(html)!
    const css = await (await fetch(address(styles!))).text()
    const bytes = gzipSync(html).length + gzipSync(css).length
    assert.isAtMost(bytes, MOST_BYTES)
  })
})
