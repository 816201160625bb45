/** Suggestions while typing, with a keyboard, a mouse, and without scripts. */
import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright-core'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers } from '#tests/helpers/console_pages'
import { searchReady } from '#tests/helpers/search_indexes'

const CAROLENE = /\/opinion\/1026\//
/** The field in the header, on a page without another one. */
const HEADER = '/docs/'

test.group('search suggestions in a browser', (group) => {
  let browser: Browser

  group.setup(searchReady)
  group.setup(async () => {
    if (!BROWSER) return () => {}
    browser = await launchBrowser()
    return () => browser.close()
  })

  const fieldOf = (page: Page) => page.locator('[data-suggest]').first()
  const optionOf = (page: Page, name: RegExp) => page.getByRole('option', { name })

  test('{$self} suggests cases, which the keyboard opens')
    .with([HEADER, '/', '/search/'])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, path) => {
      const { page } = await openPage(browser)
      await page.goto(address(path))
      const field = fieldOf(page)
      await field.focus()
      await page.keyboard.type('carolene prod')
      const option = optionOf(page, /Carolene Products/)
      await option.waitFor({ timeout: 60_000 })
      assert.equal(await field.getAttribute('aria-expanded'), 'true')
      assert.deepEqual(await barriers(page), [])
      await page.keyboard.press('ArrowDown')
      assert.equal(await option.getAttribute('aria-selected'), 'true')
      assert.equal(
        await field.getAttribute('aria-activedescendant'),
        await option.getAttribute('id')
      )
      await page.keyboard.press('Enter')
      await page.waitForURL(CAROLENE)
      await page.close()
    })

  test('Escape closes the list, and Enter searches for the text', async ({ assert }) => {
    const { page } = await openPage(browser)
    await page.goto(address(HEADER))
    const field = fieldOf(page)
    await field.focus()
    await page.keyboard.type('carolene')
    await optionOf(page, /Carolene Products/).waitFor({ timeout: 60_000 })
    await page.keyboard.press('Escape')
    assert.equal(await page.getByRole('option').filter({ visible: true }).count(), 0)
    assert.equal(await field.inputValue(), 'carolene')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\/\?.*q=carolene/)
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('a click opens a case', async () => {
    const { page } = await openPage(browser, 360)
    await page.goto(address('/'))
    await page.locator('main [data-suggest]').fill('carolene')
    await optionOf(page, /Carolene Products/).click({ timeout: 60_000 })
    await page.waitForURL(CAROLENE)
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('without scripts, the field searches', async ({ assert }) => {
    const { page } = await openPage(browser, 1280, { javaScriptEnabled: false })
    await page.goto(address(HEADER))
    await fieldOf(page).fill('carolene products')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\/\?|\/opinion\//)
    assert.equal(await page.getByRole('option').filter({ visible: true }).count(), 0)
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)
})
