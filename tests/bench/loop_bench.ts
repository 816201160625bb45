/** Hostile requests to every route: the longest event loop iteration of each, in milliseconds. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { milliseconds, printTable, quantile, ratio } from './table.js'

/** Number of printed requests. */
const SHOWN = 40

interface Report {
  /** Milliseconds to parse a megabyte of JSON. */
  unit: number
  taken: { name: string; milliseconds: number; status: number }[]
}

/**
 * Runs `tests/functional/bounded_work.spec.ts`, whose process is both server and
 * client, so the CPU time of its main thread is the server's.
 *
 * @param folder for the report
 */
export function benchLoop(folder: string): void {
  const report = join(folder, 'loop.json')
  const { status } = spawnSync(
    process.execPath,
    ['bin/run_tests.js', 'functional', '--files=bounded_work'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_ENV: undefined, CURIA_LOOP_REPORT: report },
    }
  )
  const { unit, taken } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const sorted = taken.toSorted((a, b) => b.milliseconds - a.milliseconds)
  printTable(
    ['hostile request', 'status', 'ms', 'MB of JSON'],
    sorted
      .slice(0, SHOWN)
      .map(({ name, milliseconds: ms, ...rest }) => [
        name,
        String(rest.status),
        milliseconds(ms),
        ratio(ms / unit),
      ])
  )
  const ascending = sorted.map(({ milliseconds: ms }) => ms).reverse()
  console.log(
    `${taken.length} requests: median ${milliseconds(quantile(ascending, 0.5))} ms, 99th percentile ${milliseconds(quantile(ascending, 0.99))} ms, above 50 ms: ${ascending.filter((ms) => ms > 50).length}; a megabyte of JSON takes ${milliseconds(unit)} ms${status ? '; the test failed' : ''}\n`
  )
}
