/** Record pages: checked at each width in light and dark mode, and used as a reader would. */
import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright-core'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow } from '#tests/helpers/console_pages'
import { searchReady } from '#tests/helpers/search_indexes'

const DECISION = '/opinion/1026/united-states-v-carolene-products-co/'
const RECORDING = '/audio/901/riley-v-california/'
const PAGES = [
  DECISION,
  `${DECISION}cited-by/`,
  '/opinion/1121/in-re-copperline-smart-meter-privacy-litigation/',
  '/person/368/clarence-thomas/',
  '/court/scotus/supreme-court/',
  '/courts/',
  '/disclosure/801/annual-report-2021/',
  RECORDING,
]
const WIDTHS = [1280, 768, 360]
/** Maximum bytes of a page with its style sheet and scripts, compressed. */
const MAX_BYTES = 150_000

test.group('pages of records in the browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (BROWSER) browser = await launchBrowser()
  })
  group.setup(searchReady)
  group.teardown(() => browser?.close())

  test('{$self} is accessible, fits the window, and stays small')
    .with(PAGES)
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, path) => {
      const { page, complaints, foreign } = await openPage(browser)
      await page.goto(address(path), { waitUntil: 'networkidle' })
      assert.isAtMost(await bytesOf(page), MAX_BYTES)
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        assert.isAtMost(await overflow(page), 0, `${width}`)
      }
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await barriers(page), [], colorScheme)
      }
      assert.deepEqual([complaints, foreign], [[], []])
      await page.close()
    })

  for (const javaScriptEnabled of [true, false]) {
    test(
      `finds a decision by part of its name and opens the decisions that cite it; JavaScript ${javaScriptEnabled}`
    )
      .skip(!BROWSER, NO_BROWSER)
      .run(async ({ assert }) => {
        const { page } = await openPage(browser, 1280, { javaScriptEnabled })
        await page.goto(address('/docs/'))
        await page.getByLabel('Search the archive').fill('carolene products')
        await page.keyboard.press('Enter')
        await page
          .getByRole('link', { name: 'United States v. Carolene Products Co.' })
          .first()
          .click()
        assert.equal(new URL(page.url()).pathname, DECISION)
        await page.getByRole('link', { name: 'Summary written for the sample archive' }).click()
        assert.match(page.url(), /#opinion-2046$/)
        await page.getByRole('link', { name: 'Cited by (4)' }).click()
        assert.match(page.url(), /#cited-by$/)
        await page.getByRole('link', { name: 'by 4 decisions' }).click()
        await page.getByRole('link', { name: 'Newest' }).click()
        await page
          .getByRole('link', { name: 'District of Columbia v. Heller', exact: true })
          .click()
        assert.equal(await page.locator('h1').innerText(), 'District of Columbia v. Heller')
        await page.getByRole('link', { name: 'Supreme Court of the United States' }).click()
        await page.getByRole('heading', { name: 'Latest decisions' }).waitFor()
        await page.close()
      })
  }

  test('the URL of a recording sets and reflects its position', async ({ assert }) => {
    const { page, complaints } = await openPage(browser)
    await page.goto(address(`${RECORDING}#t=0:05`))
    await page.waitForURL(/#t=5$/)
    await page.getByRole('button', { name: 'Forward 15 s' }).click()
    await page.waitForURL(/#t=1[45]$/)
    await page.getByRole('button', { name: 'Back 15 s' }).click()
    await page.waitForURL(/#t=0$/)
    assert.match(
      (await page.getByRole('link', { name: 'Link to this position' }).getAttribute('href'))!,
      /#t=0$/
    )
    assert.deepEqual(complaints, [])
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('prints a decision with its caption and without the sidebar', async ({ assert }) => {
    const { page } = await openPage(browser)
    await page.goto(address(DECISION))
    await page.emulateMedia({ media: 'print' })
    assert.isTrue(await page.locator('.caption-court').isVisible())
    assert.isFalse(await page.locator('.beside').isVisible())
    assert.equal(
      await page.evaluate('getComputedStyle(document.querySelector(".caption")).textAlign'),
      'center'
    )
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)
})

async function bytesOf(page: Page): Promise<number> {
  return (await page.evaluate(`
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter(({ initiatorType }) => initiatorType !== 'audio')
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`)) as number
}
