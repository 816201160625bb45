/**
 * What tests of the console do in a browser.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
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

/** Only colors differ in the dark from what was checked at this width in the light. */
const CHECK = `(() => {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const rules = isDark && axe.checkedWidth === innerWidth ? { runOnly: ['color-contrast'] } : {}
  if (!isDark) axe.checkedWidth = innerWidth
  return axe.run({ resultTypes: ['violations'], ...rules })
})()`

/** What axe has against the page, in lines. */
export async function barriers(page: Page): Promise<string[]> {
  if (await page.evaluate('!window.axe')) await page.evaluate(AXE)
  const { violations } = (await page.evaluate(CHECK)) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
  }
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)
  )
}

/** Pixels by which the page is wider than its window, with its styles. */
export async function overflow(page: Page): Promise<number> {
  await page.waitForLoadState()
  return (await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')) as number
}
