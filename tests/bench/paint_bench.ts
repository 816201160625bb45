/**
 * Largest contentful paint of pages on a slow phone, compared with that of the empty layout, and of
 * a plain text, of the same server in alternating rounds.
 */
import type { Browser } from 'playwright-core'
import { BROWSER, startBrowser } from '#tests/helpers/browser'
import { ServerProcess } from '#tests/helpers/server_process'
import { median, printTable, ratio, whole } from './table.js'

/** The header, footer, styles, and scripts of every page, with one sentence. */
const EMPTY = '/no-such-page/'
/** Next to no content, styles, or scripts. */
const TEXT = '/robots.txt'
const PAGES = [
  '/',
  '/search/?q=privacy',
  '/opinion/1121/in-re-copperline/',
  '/opinion/1026/united-states-v-carolene-products-co/',
  '/docket/2001/harbor-light-logistics-llc-v-meridian-cold-chain-corp/',
  '/person/368/clarence-thomas/',
  '/court/scotus/supreme-court/',
  '/docs/getting-started/',
  '/sign-in/',
]
/** Slow 4G, as in Lighthouse. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const CPU_SLOWDOWN = 4
const LATEST_PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true })
})`

/** Prints medians in milliseconds. */
export async function benchPaint(dataDir: string, rounds: number): Promise<void> {
  if (!BROWSER) {
    console.log('paint: no Chromium is installed\n')
    return
  }
  const server = await ServerProcess.start({ DATA_DIR: dataDir, DEMO: 'off' })
  const browser = await startBrowser()
  const times = new Map<string, number[]>()
  try {
    for (let round = 0; round <= rounds; round++)
      for (const path of [TEXT, EMPTY, ...PAGES]) {
        const time = await paint(browser, server.url(path))
        // The first round fills the caches of the server.
        if (round) times.set(path, [...(times.get(path) ?? []), time])
      }
  } finally {
    await browser.close()
    await server.kill('SIGTERM')
  }
  const [empty, text] = [EMPTY, TEXT].map((path) => median(times.get(path)!)) as [number, number]
  const rows = [...times].map(([path, all]) => {
    const middle = median(all)
    return [path, whole(middle), ratio(middle / empty), ratio(middle / text)]
  })
  printTable(['page', 'LCP ms', 'to the empty layout', 'to a text'], rows)
}

/** With an empty cache. */
async function paint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.goto(url)
    return (await page.evaluate(LATEST_PAINT)) as number
  } finally {
    await context.close()
  }
}
