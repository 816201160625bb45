/** The previous and next result on the page of a record. */
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow } from '#tests/helpers/console_pages'
import { searchReady } from '#tests/helpers/search_indexes'

test.group('neighbors of a result in a browser', (group) => {
  let browser: Browser

  group.setup(searchReady)
  group.setup(async () => {
    if (BROWSER) browser = await launchBrowser()
  })
  group.teardown(() => browser?.close())

  test('can be followed without scripts, and back ({width} pixels, {scheme})')
    .with([
      { width: 360, scheme: 'dark' as const },
      { width: 1280, scheme: 'light' as const },
    ])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, { width, scheme }) => {
      const { page } = await openPage(browser, width, {
        javaScriptEnabled: false,
        colorScheme: scheme,
      })
      await page.goto(address('/search/?q=court&order_by=dateFiled+asc'))
      const titles = await page.locator('.results h2').allInnerTexts()
      await page.locator('.results h2 a').first().click()
      const links = page.getByRole('navigation', { name: 'Search results' })
      for (const title of titles.slice(1)) {
        await links.getByRole('link', { name: 'Next result' }).click()
        assert.equal(await page.locator('h1').innerText(), title)
        assert.isAtMost(await overflow(page), 0)
      }
      // The next page of results.
      await links.getByRole('link', { name: 'Next result' }).click()
      assert.match(await links.innerText(), new RegExp(`${titles.length + 1} of \\d+`))
      await links.getByRole('link', { name: 'Previous result' }).click()
      assert.equal(await page.locator('h1').innerText(), titles.at(-1)!)
      await links.getByRole('link', { name: 'Back to results' }).click()
      assert.deepEqual(await page.locator('.results h2').allInnerTexts(), titles)
      await page.close()
    })

  test('are accessible in light and dark mode', async ({ assert }) => {
    const { page, complaints } = await openPage(browser, 360)
    await page.goto(address('/search/?q=motion&type=d'))
    await page.locator('.results h2 a').nth(1).click()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      assert.deepEqual(await barriers(page), [])
    }
    assert.isTrue(await page.getByRole('link', { name: 'Back to results' }).isVisible())
    await page.emulateMedia({ media: 'print' })
    assert.isFalse(await page.getByText('Back to results').isVisible())
    assert.deepEqual(complaints, [])
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)
})
