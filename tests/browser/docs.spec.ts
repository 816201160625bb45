/** Documentation pages in wide and narrow windows. */
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow } from '#tests/helpers/console_pages'

test.group('documentation in a browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (!BROWSER) return () => {}
    browser = await launchBrowser()
    return () => browser.close()
  })

  test('every page fits a wide and a narrow window', async ({ assert }) => {
    const { page } = await openPage(browser)
    const paths: string[] = []
    for (const list of ['/docs/', '/docs/decisions/']) {
      await page.goto(address(list))
      paths.push(
        ...((await page.evaluate(
          `[...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'))`
        )) as string[])
      )
    }
    const wide: string[] = []
    for (const path of paths.filter((each) => each.startsWith('/docs/'))) {
      await page.goto(address(path))
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 })
        if ((await overflow(page)) > 0) wide.push(`${path} ${width}`)
      }
    }
    assert.deepEqual(wide, [])
    assert.isAbove(paths.length, 30)
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('tables do not break words in a narrow window', async ({ assert }) => {
    const { page } = await openPage(browser)
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(address('/docs/glossary/'))
    const broken = await page.evaluate(`[...document.querySelectorAll('td:first-child')]
      .filter((cell) => !/[\\s-]/.test(cell.textContent))
      .filter((cell) => {
        const text = document.createRange()
        text.selectNodeContents(cell)
        return text.getClientRects().length > 1
      })
      .map((cell) => cell.textContent)`)
    assert.deepEqual(broken, [])
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('{$self} is accessible in light and dark mode')
    .with(['architecture', 'mechanisms', 'glossary'])
    .run(async ({ assert }, name) => {
      const { page } = await openPage(browser)
      await page.goto(address(`/docs/${name}/`))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await barriers(page), [], colorScheme)
      }
      await page.close()
    })
    .skip(!BROWSER, NO_BROWSER)
})
