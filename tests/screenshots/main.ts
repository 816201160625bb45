/**
 * `npm run screenshots`: starts a server with the sample archive in a temporary
 * folder and writes screenshots to tmp/screenshots: pages at two widths, in light
 * and dark mode, some also as printed, and states such as open forms and form
 * errors. Arguments are parts of paths and state names that select screenshots.
 * Requires Chromium (Debian package chromium-headless-shell, or the path in CHROMIUM).
 */
import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ensureBuilt } from '../../bin/run_build.js'
import { BROWSER, startBrowser, NO_BROWSER } from '../helpers/browser.js'
import { makeTemporaryFolder } from '../helpers/environment.js'
import { ace, ServerProcess } from '../helpers/server_process.js'
import { ACCOUNT_PAGES, PRINTED_PAGES, PUBLIC_PAGES, STAFF_PAGES } from './page_list.js'
import { ACCOUNT_STATES, SECOND_FACTOR_STATES, VISITOR_STATES, type Visit } from './states.js'

const FOLDER = fileURLToPath(new URL('../../tmp/screenshots/', import.meta.url))
const WIDTHS = [360, 1280]
const SCHEMES = ['light', 'dark'] as const
/** Pixels. The rest of a longer page looks the same. */
const MAX_HEIGHT = 6_000
/** Width between the margins of an A4 sheet at 96 dpi. */
const PRINTED_WIDTH = 628
/** Page of a rate-limited request. */
const LIMITED = '/api/rest/v4/courts/?format=api&limited'
const SEARCHED = ['o', 'r', 'p', 'oa']

const wanted = process.argv.slice(2)

if (!BROWSER) {
  console.error(`No screenshots: this ${NO_BROWSER}, or CHROMIUM with the path of one.`)
  process.exit(1)
}

await ensureBuilt()
const dataDir = makeTemporaryFolder()
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const environment = { DATA_DIR: dataDir, DEMO: 'on' }
let server = await ServerProcess.start(environment)
try {
  for (const type of SEARCHED) await searchable(type)
  rmSync(FOLDER, { recursive: true, force: true })
  const browser = await startBrowser()
  let count = await photograph(browser)
  if (chosen(LIMITED)) {
    await server.kill('SIGTERM')
    server = await ServerProcess.start({ ...environment, RATE_LIMITS: 'on' })
    count += await limited(browser)
  }
  await browser.close()
  console.log(`${count} screenshots in ${FOLDER}`)
} finally {
  await server.kill('SIGTERM')
}

async function searchable(type: string): Promise<void> {
  while ((await fetch(server.url(`/api/rest/v4/search/?type=${type}`))).status !== 200)
    await new Promise((resolve) => setTimeout(resolve, 200))
}

async function photograph(browser: Browser): Promise<number> {
  const page = await browser.newPage()
  let count = await shots(page, 'public', PUBLIC_PAGES)
  count += await printed(page)
  count += await asVisitor(browser, (visitor) => states(visitor, 'visitor', VISITOR_STATES))
  await signIn(page)
  count += await states(page, 'account', ACCOUNT_STATES)
  count += await shots(page, 'account', await withMenu(page, ACCOUNT_PAGES, '/profile/'))
  await ace(['accounts:grant', 'demo', '--role=Administrator'], environment).ended
  count += await shots(page, 'staff', await withMenu(page, STAFF_PAGES, '/admin/'))
  count += await maintained(browser, page)
  count += await states(page, 'account', SECOND_FACTOR_STATES)
  await page.close()
  return count
}

/** Password of the demo account, printed by the first start. */
async function signIn(page: Page): Promise<void> {
  await page.goto(server.url('/sign-in/'))
  await page.getByLabel('Username or email address').fill('demo')
  await page.getByLabel('Password').fill(passwordOfDemo())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/profile/')
}

function passwordOfDemo(): string {
  return /name demo, password (\S+)/.exec(server.output)![1]!
}

/** The given pages, pages in the account menu, and the first record of each of their lists. */
async function withMenu(page: Page, paths: string[], below: string): Promise<string[]> {
  await page.goto(server.url(paths[0]!))
  const found = new Set(paths)
  for (const path of await linksOf(page, '.side a', below)) found.add(path)
  for (const path of [...found]) {
    await page.goto(server.url(path))
    for (const deeper of (await linksOf(page, 'tbody a', path)).slice(0, 1)) found.add(deeper)
  }
  return [...found]
}

async function linksOf(page: Page, selector: string, below: string): Promise<string[]> {
  const links = await page
    .locator(selector)
    .evaluateAll((all) => all.map((link) => (link as unknown as { pathname: string }).pathname))
  return links.filter((path) => path.startsWith(below) && path !== below)
}

function chosen(path: string): boolean {
  return !wanted.length || wanted.some((part) => path.includes(part))
}

async function shots(
  page: Page,
  group: string,
  paths: string[],
  { may5xx = false } = {}
): Promise<number> {
  let count = 0
  for (const path of paths.filter(chosen)) {
    for (const width of WIDTHS) {
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        const answer = await page.goto(server.url(path))
        if (!may5xx && answer && answer.status() >= 500)
          throw new Error(`${path} returns ${answer.status()}`)
        await photographed(page, fileOf(group, `${nameOf(path)}-${width}-${colorScheme}`))
        count++
      }
    }
  }
  return count
}

/** Opens each page once, and takes all its screenshots. */
async function states(
  page: Page,
  group: string,
  steps: Record<string, (visit: Visit) => Promise<unknown>>
): Promise<number> {
  const open = (path: string) => page.goto(server.url(path))
  const names = Object.keys(steps)
  // A state may start where the previous state ended.
  const last = names.findLastIndex(chosen)
  for (const name of names.slice(0, last + 1)) {
    await steps[name]!({ page, open, password: passwordOfDemo() })
    for (const width of WIDTHS) {
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        await photographed(page, fileOf(group, `state-${nameOf(name)}-${width}-${colorScheme}`))
      }
    }
  }
  return (last + 1) * WIDTHS.length * SCHEMES.length
}

/** Pages as printed. */
async function printed(page: Page): Promise<number> {
  const paths = PRINTED_PAGES.filter(chosen)
  for (const path of paths) {
    await page.emulateMedia({ media: 'print', colorScheme: 'light' })
    await page.setViewportSize({ width: PRINTED_WIDTH, height: 900 })
    await page.goto(server.url(path))
    await photographed(page, fileOf('print', nameOf(path)))
  }
  await page.emulateMedia({ media: 'screen' })
  return paths.length
}

/** Page of visitors who exceed their rate limit. */
async function limited(browser: Browser): Promise<number> {
  for (let status = 200; status !== 429;)
    status = (await fetch(server.url('/api/rest/v4/courts/'))).status
  return asVisitor(browser, (page) => shots(page, 'refused', [LIMITED]))
}

/** Page of visitors during maintenance. */
async function maintained(browser: Browser, staff: Page): Promise<number> {
  const path = '/?maintained'
  if (!chosen(path)) return 0
  await setMaintenance(staff, 'On: reject all requests')
  const count = await asVisitor(browser, (page) => shots(page, 'refused', [path], { may5xx: true }))
  await setMaintenance(staff, 'Off')
  return count
}

async function setMaintenance(staff: Page, state: string): Promise<void> {
  await staff.goto(server.url('/admin/maintenance/'))
  await staff.getByLabel(state, { exact: true }).check()
  await staff.getByRole('button', { name: 'Save' }).click()
  await staff.waitForLoadState()
}

async function asVisitor<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext()
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

function fileOf(group: string, name: string): string {
  const folder = join(FOLDER, group)
  mkdirSync(folder, { recursive: true })
  return join(folder, `${name}.png`)
}

async function photographed(page: Page, file: string): Promise<void> {
  const { width, height } = (await page.evaluate(
    '({ width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight })'
  )) as { width: number; height: number }
  const clip = { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT) }
  await page.screenshot({ path: file, fullPage: true, clip })
}

function nameOf(path: string): string {
  return path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'
}
