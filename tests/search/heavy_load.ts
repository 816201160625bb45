/**
 * An index whose common words make searches heavy, and the slowdown of other work
 * while twenty of them run.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { openEmbeddedEngine } from '#app/search_engine/engines/embedded/engine'
import { CASES } from './archive.js'
import { temporaryFolder } from './engine_conformance.js'
import { fillIndex } from './fill_index.js'
import { searchFor as engineSearch } from './frequent_words.js'
import { word } from './small_documents.js'

const HEAVY_AT_ONCE = 20
const REQUESTS = 300
const ROUNDS = 6

export type SearchFor = (sought: string) => Promise<number>

/**
 * 30,000 cases: all have `common` and `words`, ten each have `rare0` to `rare2999`.
 * @returns a function that counts cases with a word
 */
export async function openCommonCases(
  cleanup: Parameters<typeof temporaryFolder>[0]
): Promise<SearchFor> {
  const engine = await openEmbeddedEngine({ indexes: [CASES], folder: temporaryFolder(cleanup) })
  cleanup(() => engine.close())
  const parents = Array.from({ length: 30_000 }, (_, at) => ({
    key: at + 1,
    date: `${1950 + (at % 70)}-01-01`,
    factor: 1,
    fields: { name: `common words everywhere rare${at % 3000}` },
  }))
  await fillIndex(engine, 'cases', { parents, children: [] })
  return async (sought) => {
    const { count } = await engine.search(engineSearch(word('name', sought), { index: 'cases' }))
    return count!
  }
}

/**
 * Ratio of a request's p99 while heavy searches run. Repeats rounds until one is
 * below a limit, because other load on the machine slows single rounds, while
 * waiting for heavy searches would slow all of them.
 */
export async function slowdowns(
  request: (at: number) => Promise<void>,
  searchFor: SearchFor,
  limit: number
): Promise<number[]> {
  await Promise.all([slowest(request), searchFor('common')])
  const ratios: number[] = []
  while (ratios.length < ROUNDS && !ratios.some((ratio) => ratio < limit)) {
    const quiet = await slowest(request)
    let isOver = false
    let done = 0
    const load = Array.from({ length: HEAVY_AT_ONCE }, async () => {
      while (!isOver) {
        await searchFor('words')
        done++
      }
    })
    while (!done) await wait(5)
    ratios.push((await slowest(request)) / quiet)
    isOver = true
    await Promise.all(load)
  }
  return ratios
}

/** The 99th percentile in milliseconds. */
async function slowest(request: (at: number) => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < REQUESTS; at++) {
    const started = performance.now()
    await request(at)
    times.push(performance.now() - started)
  }
  return times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)]!
}
