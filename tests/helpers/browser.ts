/** A headless Chromium, if installed. */
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { BROWSER } from './chromium.js'
import { noteCookies } from './secrets.js'

export { BROWSER, NO_BROWSER } from './chromium.js'

let shared: Promise<Browser> | undefined

/**
 * Browser shared by all specs of this process, because starting one takes longer
 * than loading most pages. `close` keeps it running.
 */
export async function launchBrowser(): Promise<Browser> {
  shared ??= startBrowser()
  const browser = await shared
  browser.close = async () => {
    for (const context of browser.contexts()) await context.close()
  }
  return browser
}

/** A browser that exits when closed. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: BROWSER!,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // Each page is loaded once, so compiling its scripts takes more CPU time than it saves.
      '--js-flags=--no-opt --no-maglev --always-sparkplug --single-threaded-gc',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Less work than intercepting each request.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
}

export interface Visit {
  page: Page
  /** Errors the page logged or threw, and violations of its content security policy. */
  complaints: string[]
  /** URLs on other hosts that the page requested. No other host can be reached. */
  foreign: string[]
}

/** Reports policy violations even where the browser doesn't log them. */
const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', (violation) => console.error(
  'blocked by the policy: ' + violation.effectiveDirective + ' ' + violation.blockedURI + ' ' + violation.sourceFile
))`

/** Follows a link of the account menu, which is collapsed on a small screen. */
export async function followInMenu(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name, exact: true }).click()
}

/** A page that can reach only this server. */
export async function openPage(
  browser: Browser,
  width = 1280,
  options: BrowserContextOptions = {}
): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, ...options })
  const visit: Visit = { page, complaints: [], foreign: [] }
  await page.addInitScript(REPORT_VIOLATIONS)
  page.on('request', (request) => {
    const url = request.url()
    if (/^(data|blob|about):/.test(url) || new URL(url).hostname === '127.0.0.1') return
    visit.foreign.push(url)
  })
  page.on('response', (response) => {
    // The page may be closed before its response is read; then the response isn't needed.
    void response.headerValue('set-cookie').then(
      (cookies) => noteCookies(cookies?.split('\n') ?? []),
      () => {}
    )
  })
  page.on(
    'console',
    (message) => message.type() === 'error' && visit.complaints.push(message.text())
  )
  page.on('pageerror', (error) => visit.complaints.push(error.message))
  return visit
}

export function address(path: string): string {
  return `http://${process.env.HOST}:${process.env.PORT}${path}`
}
