/** Steps of console tests in a browser. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Assert } from '@japa/assert'
import type { Page } from 'playwright-core'
import type { TestAccount } from './accounts.js'
import { address } from './browser.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export async function signIn(page: Page, { username, password }: TestAccount): Promise<void> {
  await page.goto(address('/sign-in/'))
  await page.getByLabel('Username or email address').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/profile/')
}

/**
 * In dark mode and in forced colors, only colors are checked if light mode was checked at the same width. At further
 * widths, colors aren't checked, because they are those of the first one.
 */
const CHECK = `(() => {
  const isOther = matchMedia('(prefers-color-scheme: dark), (forced-colors: active)').matches
  const widths = (axe.checkedWidths ??= new Set())
  const isFirst = !widths.size || (widths.size === 1 && widths.has(innerWidth))
  const rules = isOther && widths.has(innerWidth)
    ? { runOnly: ['color-contrast'] }
    : { rules: { 'color-contrast': { enabled: isFirst } } }
  if (!isOther) widths.add(innerWidth)
  // Without loading the styles again, which no rule but that for locked orientations needs.
  return axe.run({ resultTypes: ['violations'], preload: false, ...rules })
})()`

/** Violations that axe found on the page, one per line. */
export async function barriers(page: Page): Promise<string[]> {
  if (await page.evaluate('!window.axe')) await page.evaluate(AXE)
  const { violations } = (await page.evaluate(CHECK)) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
  }
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)
  )
}

/**
 * Checks accessibility of an open page in light and dark mode, and that it fits a
 * narrow window.
 */
export async function assertReadable(assert: Assert, page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    assert.deepEqual(await barriers(page), [], `${name} ${colorScheme}`)
  }
  await page.setViewportSize({ width: 360, height: 900 })
  assert.isAtMost(await overflow(page), 0, name)
  assert.deepEqual(await sidewaysTables(page), [], name)
  await page.setViewportSize({ width: 1280, height: 900 })
}

/** Pixels by which the page with its styles is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  await page.waitForLoadState()
  return (await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')) as number
}

/** Names of the tables that scroll horizontally. */
export async function sidewaysTables(page: Page): Promise<string[]> {
  return (await page.evaluate(
    `[...document.querySelectorAll('.scroll:has(table)')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((frame) => frame.getAttribute('aria-label'))`
  )) as string[]
}
