/**
 * Latency of light searches while heavy searches run: none may take 300 ms longer
 * than without them, and no search may finish after its deadline.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '#app/support/random'
import type { EngineSearch, SearchEngine } from '#app/search_engine/engine'
import { analyse } from '#app/search_engine/analysis/analyse'
import { openEmbeddedEngine } from '#app/search_engine/engines/embedded/engine'
import { parseQuery } from '#app/search_engine/query/parse_query'
import { ALL } from '#app/search_engine/query/tree'
import { heavyQueries } from '#tests/search/heavy_queries'
import { BENCH_INDEX, benchDocuments, writeBenchIndex } from './search_documents.js'
import { milliseconds, printTable, quantile } from './table.js'

/** Deadline of a search on a server (plugins/search/services.ts). */
const DEADLINE = 10_000
const MAX_LONGER = 300
const HEAVY_AT_ONCE = 4
const LIGHT_SEARCHES = 100
/** Number of opinions sampled to find frequent and rare words. */
const SAMPLE = 3000

export interface FairnessBench {
  folder: string
  opinions: number
  words: number
}

export async function benchFairness({ folder, opinions, words }: FairnessBench): Promise<void> {
  const own = join(folder, 'fairness')
  rmSync(own, { recursive: true, force: true })
  mkdirSync(own, { recursive: true })
  const engine = await openEmbeddedEngine({ indexes: [BENCH_INDEX], folder: own })
  try {
    console.log(`fairness: writing ${opinions.toLocaleString('en')} opinions of ${words} words …`)
    await writeBenchIndex(engine, opinions, words)
    await measure(engine, wordsByFrequency(Math.min(SAMPLE, opinions), words))
  } finally {
    await engine.close()
    rmSync(own, { recursive: true, force: true })
  }
}

async function measure(engine: SearchEngine, words: string[]): Promise<void> {
  const rare = words.slice(-5000)
  const random = new Random(31)
  const light = async () => {
    const times: number[] = []
    for (let at = 0; at < LIGHT_SEARCHES; at++) {
      const started = performance.now()
      await engine.search(searchOf(`${random.pick(rare)} OR ${random.pick(rare)}`))
      times.push(performance.now() - started)
    }
    return times.sort((one, other) => one - other)
  }
  await light()
  const rows: string[][] = []
  const missed: string[] = []
  for (const [kind, query] of Object.entries(heavyQueries(words, random))) {
    const quiet = await light()
    const { times, answers, slowest } = await beside(engine, query, light)
    const longer = times.at(-1)! - quiet.at(-1)!
    if (longer > MAX_LONGER)
      missed.push(`${kind}: light searches took ${milliseconds(longer)} ms longer`)
    // Timers may be a few milliseconds late.
    if (slowest > DEADLINE + 100) missed.push(`${kind}: finished after ${milliseconds(slowest)} ms`)
    rows.push([
      kind,
      ...[quiet, times].flatMap((sorted) => [
        milliseconds(quantile(sorted, 0.5)),
        milliseconds(sorted.at(-1)!),
      ]),
      milliseconds(longer),
      [...answers].map(([answer, count]) => `${count} ${answer}`).join(', '),
      milliseconds(slowest),
    ])
  }
  printTable(
    ['kind', 'alone p50', 'max', 'with heavy p50', 'max', 'longer', 'heavy searches', 'slowest'],
    rows
  )
  console.log(
    missed.length ? `MISSED\n${missed.join('\n')}\n` : 'All light searches finished in time.\n'
  )
}

/** Runs light searches while some of a kind run. */
async function beside(engine: SearchEngine, query: string, light: () => Promise<number[]>) {
  let isOver = false
  let slowest = 0
  const given = new AbortController()
  const answers = new Map<string, number>()
  const load = Array.from({ length: HEAVY_AT_ONCE }, async () => {
    while (!isOver) {
      const started = performance.now()
      const answer = await engine.search(searchOf(query, given.signal)).then(
        () => 'answered',
        (error) => (error as Error).constructor.name
      )
      // Searches still running at the end are canceled.
      if (isOver) return
      slowest = Math.max(slowest, performance.now() - started)
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
      await new Promise((resolve) => setImmediate(resolve))
    }
  })
  const begun = performance.now()
  let times: number[] = []
  // Long enough to exceed deadlines.
  while (performance.now() - begun < DEADLINE * 1.2) times = [...times, ...(await light())]
  isOver = true
  given.abort()
  await Promise.all(load)
  return { times: times.sort((one, other) => one - other), answers, slowest }
}

function searchOf(q: string, signal?: AbortSignal): EngineSearch {
  return {
    index: BENCH_INDEX.name,
    query: parseQuery(q, BENCH_INDEX).tree,
    filter: ALL,
    grain: 'parent',
    order: { by: 'score' },
    scoring: { today: '2025-01-01' },
    size: 20,
    children: 20,
    count: true,
    deadline: DEADLINE,
    signal,
  }
}

/** Words as written, most frequent first. */
function wordsByFrequency(opinions: number, length: number): string[] {
  const counts = new Map<string, number>()
  for (const { child } of benchDocuments(opinions, length))
    for (const word of new Set(analyse(String(child.fields.text)).exact))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word)
}
