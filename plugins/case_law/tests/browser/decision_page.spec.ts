/** The page of a decision. */
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow } from '#tests/helpers/console_pages'

const DECISION = '/opinion/1121/in-re-copperline/'
const LINK = '.opinion a[href^="/opinion/1055/"]'

test.group('decision page in the browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (BROWSER) browser = await launchBrowser()
  })
  group.teardown(() => browser?.close())

  test('previews a cited case on focus and closes it with Escape ({width} pixels)')
    .with([{ width: 1280 }, { width: 360 }])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, { width }) => {
      const { page, complaints } = await openPage(browser, width)
      await page.goto(address(DECISION))
      const link = page.locator(LINK).first()
      const preview = page.getByRole('tooltip')
      await link.focus()
      await preview.getByText('389 U.S. 347 (1967)').waitFor()
      await preview.getByText('public telephone').waitFor()
      assert.equal(await link.getAttribute('aria-describedby'), await preview.getAttribute('id'))
      assert.isAtMost(await overflow(page), 0)
      assert.deepEqual(await barriers(page), [])
      await page.keyboard.press('Escape')
      assert.isFalse(await preview.isVisible())
      await link.hover()
      await preview.getByText('389 U.S. 347 (1967)').waitFor()
      assert.deepEqual(complaints, [])
      await page.close()
    })

  test('links to cited cases, footnotes, and back without scripts', async ({ assert }) => {
    const { page } = await openPage(browser, 1280, { javaScriptEnabled: false })
    await page.goto(address(DECISION))
    await page.locator('sup a').first().click()
    assert.match(page.url(), /#opinion-2271-fn1$/)
    await page.locator('#opinion-2271-fn1 a').first().click()
    assert.match(page.url(), /#opinion-2271-fn1_ref$/)
    await page.locator(LINK).first().click()
    assert.equal(await page.locator('h1').innerText(), 'Katz v. United States')
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('offers citations to copy', async ({ assert }) => {
    const { page } = await openPage(browser)
    await page.goto(address(DECISION))
    await page.getByText('Cite this decision').click()
    assert.equal(
      await page.getByLabel('Bluebook').inputValue(),
      'In re Copperline Smart Meter Priv. Litig., 901 F. Supp. 3d 101 (D. Minn. 2024)'
    )
    assert.deepEqual(await barriers(page), [])
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('shows page numbers in the margin on wide screens, inline on narrow ones', async ({
    assert,
  }) => {
    for (const [width, inMargin] of [
      [1280, true],
      [360, false],
    ] as const) {
      const { page } = await openPage(browser, width)
      await page.goto(address(DECISION))
      const number = await page.locator('#opinion-2271-page-102 .page-number').boundingBox()
      const paragraph = await page.locator('p:has(#opinion-2271-page-102)').boundingBox()
      assert.equal(number!.x + number!.width <= paragraph!.x, inMargin)
      await page.close()
    }
  }).skip(!BROWSER, NO_BROWSER)

  test('prints only the text, page numbers, and authorities', async ({ assert }) => {
    const { page } = await openPage(browser)
    await page.goto(address(DECISION))
    await page.emulateMedia({ media: 'print' })
    for (const hidden of ['.on-page', '.cite', '.bar', '.as-json'])
      assert.isFalse(await page.locator(hidden).first().isVisible(), hidden)
    for (const shown of ['#authorities', '.page-number', '.footnotes'])
      assert.isTrue(await page.locator(shown).first().isVisible(), shown)
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)
})
