/**
 * Latency of light requests while an account sends one of the 20 heaviest requests:
 * p99 with and without each, with one web process and with two.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { CallingThread } from '#app/support/thread_calls'
import { heavyCases, type HeavyAccount } from './fairness_cases.js'
import { fillHeavy } from './fairness_fill.js'
import type { SenderData } from './fairness_sender.js'
import { paced } from './load.js'
import { runAce, startCuria } from './processes.js'
import { milliseconds, printTable, quantile, ratio, whole } from './table.js'

/** Maximum ratio of p99 with one process. */
const TARGET = 3
const LIGHT = '/api/rest/v4/courts/scotus/'
/** Number of light requests measured without a heavy one, and the minimum with each. */
const REQUESTS = 200
/** Milliseconds between light requests, as from a single visitor. */
const PAUSE = 5
/** Minimum milliseconds of each heavy request, which is repeated until then. */
const DURATION = 5_000
const PASSWORD = 'fair-and-square-42'
const SETTINGS = { RATE_LIMITS: 'off', SAMPLE_ARCHIVE: 'auto' }

export interface FairnessOptions {
  /** Kept for the next run. */
  dataDir: string
  /** Numbers of web processes. */
  workers: number[]
  /** A PDF of scanned pages. */
  scan: Buffer
  /** Only heavy requests whose names contain this. */
  beside?: string
}

/** Prints a table for each number of processes. */
export async function benchRequestFairness(options: FairnessOptions): Promise<void> {
  const { dataDir, workers, scan } = options
  mkdirSync(dataDir, { recursive: true })
  const worst = new Map<string, number>()
  for (const count of workers) {
    const server = await startCuria(dataDir, {
      ...SETTINGS,
      WORKERS: String(count),
      ...(count > 1 ? { THROTTLE_STORE: 'postgres' } : {}),
    })
    try {
      await fillHeavy(dataDir)
      const base = `http://127.0.0.1:${server.port}`
      const account = await makeAccount(dataDir, base)
      await light(base)
      const rows: string[][] = []
      const data: SenderData = { base, scan }
      const sender = new CallingThread(new URL('./fairness_sender', import.meta.url), data, {})
      for (const [place, heavy] of heavyCases(scan).entries()) {
        if (!heavy.name.includes(options.beside ?? '')) continue
        const alone = await light(base)
        const { times, statuses, slowest } = await beside(base, sender, place, account)
        const factor = quantile(times, 0.99) / quantile(alone, 0.99)
        worst.set(heavy.name, Math.max(worst.get(heavy.name) ?? 0, count === 1 ? factor : 0))
        console.log(`${heavy.name}: ${ratio(factor)}`)
        rows.push([
          heavy.name,
          milliseconds(quantile(alone, 0.5)),
          milliseconds(quantile(alone, 0.99)),
          milliseconds(quantile(times, 0.5)),
          milliseconds(quantile(times, 0.99)),
          milliseconds(times.at(-1)!),
          ratio(factor),
          whole(slowest),
          [...statuses].map(([status, answers]) => `${answers} × ${status}`).join(', '),
        ])
      }
      await sender.close()
      console.log(`fairness: light requests with heavy ones, WORKERS=${count}\n`)
      printTable(
        [
          'heavy request',
          'alone p50',
          'p99',
          'with heavy p50',
          'p99',
          'max',
          'ratio',
          'heavy ms',
          'answers',
        ],
        rows
      )
    } finally {
      await server.stop()
    }
  }
  const missed = [...worst].filter(([, factor]) => factor > TARGET)
  console.log(
    missed.length
      ? `MISSED with one process (target ${TARGET}): ${missed.map(([name, factor]) => `${name} ${ratio(factor)}`).join('; ')}\n`
      : `All ratios with one process are at most ${TARGET}.\n`
  )
}

const light = (base: string, continues?: () => boolean) =>
  paced({ url: base + LIGHT, requests: REQUESTS, pause: PAUSE, continues })

/**
 * Sends light requests while a heavy one is always in flight. A separate thread
 * sends the heavy ones, so light requests don't wait for it.
 */
async function beside(base: string, heavy: CallingThread, place: number, account: HeavyAccount) {
  const statuses = new Map<number | string, number>()
  let slowest = 0
  let isOver = false
  const { signal } = new AbortController()
  const started = performance.now()
  const load = (async () => {
    do {
      const begun = performance.now()
      const status = await heavy
        .call<number>(signal, 'send', place, account)
        .catch((error: unknown) => {
          console.log(String(error))
          return 'failed'
        })
      slowest = Math.max(slowest, performance.now() - begun)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    } while (performance.now() - started < DURATION)
    isOver = true
  })()
  const times = await light(base, () => !isOver)
  await load
  return { times, statuses, slowest }
}

/** An account that may upload, with a token and a session. */
async function makeAccount(dataDir: string, base: string): Promise<HeavyAccount> {
  const username = `fair-${Date.now()}`
  const output = execFileSync(process.execPath, ['ace.js', 'accounts:create', username], {
    env: { ...process.env, DATA_DIR: dataDir },
    input: `${PASSWORD}\n`,
    encoding: 'utf8',
  })
  runAce(dataDir, 'accounts:grant', username, 'upload')
  const authorization = /Authorization: (Token \w+)/.exec(output)![1]!
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const ask = async (path: string, body?: URLSearchParams) => {
    const response = await fetch(base + path, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: cookie(), accept: 'text/html' },
      body,
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    return response.text()
  }
  const csrfOf = (text: string) => /name='_csrf' value='([^']+)'/.exec(text)![1]!
  const form = { _csrf: csrfOf(await ask('/sign-in/')), username, password: PASSWORD }
  await ask('/sign-in/', new URLSearchParams(form))
  const csrf = csrfOf(await ask('/profile/take-out/'))
  return { authorization, cookie: cookie(), csrf, password: PASSWORD }
}
