/**
 * The search engine by query class, compared with plain FTS5 statements over the
 * same words in this process (no threads, filters, ranking factors, or children),
 * and with PostgreSQL full-text search and Typesense over subsets of the same
 * texts.
 */
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { EngineSearch, SearchEngine } from '#app/search_engine/engine'
import { analyse } from '#app/search_engine/analysis/analyse'
import { openEmbeddedEngine } from '#app/search_engine/engines/embedded/engine'
import { cases, PAGE_SIZE, buildEngineSearch, type Case } from './search_cases.js'
import { BENCH_INDEX, benchDocuments, writeBenchIndex } from './search_documents.js'
import { bareSearch, openFloor } from './search_floor.js'
import { benchRatios } from './search_ratios.js'
import { fillTypesense } from './search_typesense.js'
import { fillPeer, type SearchPeer } from './search_peer.js'
import { benchVectors } from './vector_bench.js'
import { median, milliseconds, printTable, ratio, whole } from './table.js'

/** Facet fields. */
const FACETS = ['court', 'status', 'dateFiled', 'kind', 'author']
/** PostgreSQL, being slow, runs in only one of this many rounds. */
const PEER_EVERY = 3

export interface SearchBench {
  folder: string
  opinions: number
  words: number
  chunks: number
  /** Maximum number of opinions for PostgreSQL. 0 skips it. */
  peer: number
  rounds: number
  /** URLs of a Typesense server with its key, or `simulator`. Null skips it. */
  typesense: { urls: string; apiKey: string } | null
}

export async function benchSearch(options: SearchBench): Promise<void> {
  const folder = join(options.folder, 'search')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const engine = await openEmbeddedEngine({ indexes: [BENCH_INDEX], folder })
  try {
    await build(engine, folder, options)
    const peers: SearchPeer[] = []
    try {
      if (options.peer) peers.push(await fillPeer(folder, options))
      const { typesense } = options
      if (typesense) peers.push(await fillTypesense({ ...options, typesense }))
      await benchQueries(engine, folder, { ...options, peers })
    } finally {
      for (const peer of peers) await peer.close()
    }
    await benchVectors(engine, { ...options, parents: options.opinions })
    // After the vectors, which hybrid searches need.
    await benchRatios(engine, options)
  } finally {
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function build(engine: SearchEngine, folder: string, { opinions, words }: SearchBench) {
  console.log(`search: writing ${whole(opinions)} opinions of ${words} words …`)
  const { bytes, time } = await writeBenchIndex(engine, opinions, words)
  const seconds = time / 1000
  const floor = bareBuild(folder, opinions, words)
  const [health] = (await engine.health()).indexes
  const megabytes = bytes / 1e6
  printTable(
    ['build', 'MB of text per second', 'MB on disk', 'MB of text'],
    [
      [
        'engine, stems, exact words',
        ratio(megabytes / seconds),
        whole(health!.bytes / 1e6),
        whole(megabytes),
      ],
      [
        'plain FTS5, stems',
        ratio(megabytes / floor.seconds),
        whole(floor.bytes / 1e6),
        whole(megabytes),
      ],
    ]
  )
}

/**
 * Stems of the same texts, inserted directly into a table. Includes analysis,
 * because the engine also does it.
 */
function bareBuild(folder: string, opinions: number, words: number) {
  const file = join(folder, 'bare.db')
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;
    CREATE VIRTUAL TABLE words USING fts5(name, text, content='', tokenize='ascii')`)
  const insert = database.prepare('INSERT INTO words (rowid, name, text) VALUES (?, ?, ?)')
  let seconds = 0
  database.exec('BEGIN')
  for (const { parent, child } of benchDocuments(opinions, words)) {
    const started = performance.now()
    const stems = (value: unknown) => analyse(String(value)).stem.join(' ')
    insert.run(parent.key, stems(parent.fields.caseName), stems(child.fields.text))
    if (parent.key % 5000 === 0) database.exec('COMMIT; BEGIN')
    seconds += (performance.now() - started) / 1000
  }
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  return { seconds, bytes: statSync(file).size }
}

async function benchQueries(
  engine: SearchEngine,
  folder: string,
  { rounds, peers }: { rounds: number; peers: SearchPeer[] }
) {
  const floor = openFloor(join(folder, 'bench.b.sqlite'))
  const rows: string[][] = []
  const mix = { plain: 0, facets: 0 }
  for (const given of cases()) {
    const position = given.page ? await positionOf(engine, given) : undefined
    const times = {
      engine: [] as number[],
      bare: [] as number[],
      listed: [] as number[],
      facets: [] as number[],
      peers: peers.map((): number[] => []),
    }
    let count = 0
    for (let round = 0; round < rounds * 4 + 2; round++) {
      const started = performance.now()
      const answer = await engine.search(buildEngineSearch(given, position))
      const searched = performance.now()
      await engine.search({ ...buildEngineSearch(given, position), count: false })
      const listed = performance.now()
      await engine.search({ ...buildEngineSearch(given, position), facets: FACETS })
      const faceted = performance.now()
      bareSearch(floor, given)
      const ended = performance.now()
      if (round % PEER_EVERY === 0)
        for (const [at, peer] of peers.entries()) {
          const asked = performance.now()
          if (await peer.search(given)) times.peers[at]!.push(performance.now() - asked)
        }
      count = answer.count!
      // The first rounds warm caches.
      if (round < 2) continue
      times.engine.push(searched - started)
      times.listed.push(listed - searched)
      times.facets.push(faceted - listed)
      times.bare.push(ended - faceted)
    }
    mix.plain += median(times.engine)
    mix.facets += median(times.facets)
    rows.push([
      given.name,
      whole(count),
      milliseconds(median(times.engine)),
      milliseconds(late(times.engine)),
      milliseconds(median(times.listed)),
      milliseconds(median(times.facets)),
      milliseconds(median(times.bare)),
      ratio(median(times.engine) / median(times.bare)),
      ...times.peers.flatMap((peer) => besidePeer(times.engine, peer)),
    ])
  }
  floor.close()
  const head = [
    'query',
    'hits',
    'ms p50',
    'p95',
    'without count',
    'with facets',
    'plain FTS5',
    'ratio',
  ]
  for (const { name, opinions } of peers) head.push(`${name}, ${whole(opinions)}`, 'times')
  printTable(head, rows)
  console.log(`facets: ${ratio(mix.facets / mix.plain)} times the latency of the whole mix\n`)
}

/** Its latency, and the ratio to the engine's latency. */
function besidePeer(engine: number[], peer: number[]): string[] {
  if (!peer.length) return ['-', '-']
  return [milliseconds(median(peer)), ratio(median(peer) / median(engine))]
}

async function positionOf(engine: SearchEngine, given: Case): Promise<EngineSearch['from']> {
  const { hits } = await engine.search({
    ...buildEngineSearch(given),
    size: PAGE_SIZE * (given.page! - 1),
  })
  return { position: hits.at(-1)!.position, direction: 'after' }
}

function late(times: number[]): number {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length * 0.95)]!
}
