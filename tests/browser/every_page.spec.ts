/**
 * Every page of the router, as seen by a staff member with records of all kinds: wide, medium,
 * and narrow, in light and dark mode.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { makeDemoRecords } from '#app/boot/make_demo_records'
import { makeAccount } from '#tests/helpers/accounts'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow, sidewaysTables, signIn } from '#tests/helpers/console_pages'
import { idleExamples, pagePaths, pagesWithoutExample } from '#tests/helpers/page_paths'
import { searchReady } from '#tests/helpers/search_indexes'

/** The colors of each scheme are the same at every width, and the medium layout has no element that the others lack. */
const LOOKS: [width: number, schemes: ('light' | 'dark' | 'forced')[]][] = [
  [1280, ['light', 'dark', 'forced']],
  [768, []],
  // A window of 1280 pixels at a zoom of 200%.
  [640, []],
  [360, ['light']],
]
const MEDIA = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
} as const
/** Controls that only a background distinguishes from text. Forced colors have no backgrounds. */
const EDGELESS = `[...document.querySelectorAll('button, .button, select, textarea, input:not([type=hidden], [type=checkbox], [type=radio])')]
  .filter((control) => {
    const { borderBottomWidth, textDecorationLine } = getComputedStyle(control)
    return control.checkVisibility() && borderBottomWidth === '0px' && textDecorationLine === 'none'
  })
  .map((control) => control.outerHTML.slice(0, 100))`
/** Records elements that move while a page loads. Controls of the browser, such as those of a player, have no node. */
const WATCH_SHIFTS = `window.layoutShifts = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries().filter(({ sources }) => sources.some(({ node }) => node)))
      layoutShifts.push(value.toFixed(4) + ' ' + sources.map(({ node }) => (node?.parentElement ?? node)?.outerHTML?.slice(0, 80)))
  }).observe({ type: 'layout-shift', buffered: true })`
/** After two frames, so that shifts of the last change are recorded. */
const SHIFTS = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(layoutShifts))))`
/** Pages of used links, which return an error. */
const GONE = /^\/(email\/confirm|confirm-password|alert)\//
/** Pages of records that a new account doesn't have, which return an error. */
const OTHERS = /^\/(fetch|profile\/citation-lookup)\/\d/

test.group('every page', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (BROWSER) browser = await launchBrowser()
  })
  group.setup(searchReady)
  group.teardown(() => browser?.close())

  test('has a tested path', ({ assert }) => {
    assert.deepEqual(pagesWithoutExample(), [])
    assert.deepEqual(idleExamples(), [])
  })

  test('is accessible and fits the window', async ({ assert }) => {
    const account = await makeAccount({ rights: ['*'] })
    await makeDemoRecords(app, account.id)
    const { page, foreign } = await openPage(browser)
    await page.addInitScript(WATCH_SHIFTS)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page, account)
    const wrong: string[] = []
    let looked = 0
    for (const path of await pagePaths(account)) {
      const answer = await page.goto(address(path))
      const status = answer!.status()
      const isError = GONE.test(path) || OTHERS.test(path)
      if (status >= 400 && !isError) wrong.push(`${path}: ${status}`)
      if (!answer!.headers()['content-type']?.startsWith('text/html'))
        wrong.push(`${path}: not a page`)
      for (const shift of (await page.evaluate(SHIFTS)) as string[])
        wrong.push(`${path}: moves ${shift}`)
      const animations = await page.evaluate('document.getAnimations().length')
      if (animations) wrong.push(`${path}: ${String(animations)} animations with reduced motion`)
      await page.evaluate(
        'for (const each of document.querySelectorAll("details")) each.open = true'
      )
      for (const [width, schemes] of LOOKS) {
        await page.setViewportSize({ width, height: 900 })
        const beyond = await overflow(page)
        if (beyond > 0) wrong.push(`${path} ${width}: ${beyond} pixels too wide`)
        for (const colorScheme of schemes) {
          await page.emulateMedia(MEDIA[colorScheme])
          for (const barrier of await barriers(page))
            wrong.push(`${path} ${width} ${colorScheme}: ${barrier}`)
          if (colorScheme === 'forced')
            for (const control of (await page.evaluate(EDGELESS)) as string[])
              wrong.push(`${path}: without an edge in forced colors: ${control}`)
        }
        await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
      }
      for (const table of await sidewaysTables(page)) wrong.push(`${path}: scrolls ${table}`)
      looked++
    }
    assert.deepEqual(wrong, [])
    assert.isAbove(looked, 80)
    assert.deepEqual(foreign, [])
    await page.close()
  })
    .skip(!BROWSER, NO_BROWSER)
    .timeout(900_000)
})
