/**
 * The search engine by classes of queries, beside bare FTS5 statements over the same words
 * in this process: no threads, no filter, no factors, no children.
 */
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { EngineSearch, SearchEngine } from '#app/search/engine'
import { analyse } from '#app/search/analysis/analyse'
import { openEmbeddedEngine } from '#app/search/engines/embedded/engine'
import { ALL, and, or, type QueryTree } from '#app/search/query/tree'
import { BENCH_INDEX, benchDocuments, PLANTED } from './search_documents.js'
import { benchVectors } from './vector_bench.js'
import { median, milliseconds, printTable, ratio, whole } from './table.js'

const TEXTS = ['caseName', 'docketNumber', 'text']
/** Rows the floor ranks at most, like the engine. */
const BUDGET = 50_000

interface Case {
  name: string
  query: QueryTree
  /** The same for the floor; `{all}` stands for the columns. */
  match: string
  filter?: QueryTree
  order?: EngineSearch['order']
  page?: number
}

export interface SearchBench {
  folder: string
  opinions: number
  words: number
  chunks: number
  rounds: number
}

export async function benchSearch(options: SearchBench): Promise<void> {
  const folder = join(options.folder, 'search')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const engine = await openEmbeddedEngine({ indexes: [BENCH_INDEX], folder })
  try {
    await build(engine, folder, options)
    await benchQueries(engine, folder, options.rounds)
    await benchVectors(engine, { ...options, parents: options.opinions })
  } finally {
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function build(engine: SearchEngine, folder: string, { opinions, words }: SearchBench) {
  console.log(`search: writing ${whole(opinions)} opinions of ${words} words …`)
  const documents = benchDocuments(opinions, words)
  let bytes = 0
  let generating = 0
  const started = performance.now()
  const writer = await engine.openWriter(BENCH_INDEX.name, 'rebuild')
  for (;;) {
    const before = performance.now()
    const { value, done } = documents.next()
    generating += performance.now() - before
    if (done) break
    bytes += value.bytes
    await writer.startParent(value.parent)
    await writer.putChildren([value.child])
    await writer.finishParent({ complete: true })
    if (value.parent.key % 5000 === 0) await writer.commit(String(value.parent.key))
  }
  await writer.commit('end')
  await writer.close()
  await engine.swap(BENCH_INDEX.name)
  const seconds = (performance.now() - started - generating) / 1000
  const floor = bareBuild(folder, opinions, words)
  const [health] = (await engine.health()).indexes
  const megabytes = bytes / 1e6
  printTable(
    ['build', 'MB of text a second', 'MB on disk', 'MB of text'],
    [
      [
        'engine, stems and exact words',
        ratio(megabytes / seconds),
        whole(health!.bytes / 1e6),
        whole(megabytes),
      ],
      [
        'bare FTS5, stems',
        ratio(megabytes / floor.seconds),
        whole(floor.bytes / 1e6),
        whole(megabytes),
      ],
    ]
  )
}

/** Stems of the same texts, put straight into a table. Analysing counts, for the engine does it, too. */
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

export function cases(): Case[] {
  const stem = (text: string) => analyse(text).stem[0]!
  const word = (text: string, fields = TEXTS): QueryTree => ({
    op: 'word',
    fields,
    word: stem(text),
    form: 'stem',
  })
  const bare = (text: string) => `({all} : "${stem(text)}")`
  const [one, two, three] = PLANTED.fifth as [string, string, string]
  const five = [one, two, three, PLANTED.rare, 'summary']
  const newest: EngineSearch['order'] = {
    by: 'fields',
    fields: [{ name: 'dateFiled', descending: true }],
  }
  const published: QueryTree = { op: 'is', field: 'status', values: ['published'] }
  const since = Date.UTC(1980, 0, 1) / 86_400_000
  return [
    { name: 'rare word', query: word(PLANTED.rare), match: bare(PLANTED.rare) },
    { name: 'word in a fifth', query: word(one), match: bare(one) },
    { name: 'word in all', query: word(PLANTED.all), match: bare(PLANTED.all) },
    { name: 'AND', query: and(word(one), word(two)), match: `${bare(one)} AND ${bare(two)}` },
    {
      name: 'OR of five',
      query: or(...five.map((each) => word(each))),
      match: five.map(bare).join(' OR '),
    },
    {
      name: 'phrase',
      query: { op: 'phrase', fields: TEXTS, words: ['summary', 'judgment'], form: 'exact' },
      match: '({all} : "=summary =judgment")',
    },
    {
      name: 'proximity',
      query: { op: 'near', fields: TEXTS, words: [one, two], form: 'exact', distance: 10 },
      match: `({all} : NEAR("=${one}" "=${two}", 10))`,
    },
    { name: 'fielded', query: word('condi', ['caseName']), match: `({name} : "${stem('condi')}")` },
    {
      name: 'prefix',
      query: { op: 'prefix', fields: TEXTS, prefix: 'con' },
      match: '({all} : "=con" *)',
    },
    {
      name: 'date range + word',
      query: word(one),
      filter: { op: 'range', field: 'dateFiled', from: since, to: null },
      match: bare(one),
    },
    { name: 'filter + word', query: word(one), filter: published, match: bare(one) },
    { name: 'sort by date', query: word(one), order: newest, match: bare(one) },
    {
      name: 'sort by date, word in all',
      query: word(PLANTED.all),
      order: newest,
      match: bare(PLANTED.all),
    },
    { name: 'page 50', query: word(one), match: bare(one), page: 50 },
  ]
}

async function benchQueries(engine: SearchEngine, folder: string, rounds: number) {
  const floor = new DatabaseSync(join(folder, 'bench.b.sqlite'))
  floor.exec('PRAGMA cache_size = -32768; PRAGMA mmap_size = 1073741824')
  const rows: string[][] = []
  for (const given of cases()) {
    const position = given.page ? await positionOf(engine, given) : undefined
    const times = { engine: [] as number[], bare: [] as number[], listed: [] as number[] }
    let count = 0
    for (let round = 0; round < rounds * 4 + 2; round++) {
      const started = performance.now()
      const answer = await engine.search(searchOf(given, position))
      const searched = performance.now()
      await engine.search({ ...searchOf(given, position), count: false })
      const listed = performance.now()
      bareSearch(floor, given)
      const ended = performance.now()
      count = answer.count!
      // The first rounds warm caches.
      if (round < 2) continue
      times.engine.push(searched - started)
      times.listed.push(listed - searched)
      times.bare.push(ended - listed)
    }
    rows.push([
      given.name,
      whole(count),
      milliseconds(median(times.engine)),
      milliseconds(late(times.engine)),
      milliseconds(median(times.listed)),
      milliseconds(median(times.bare)),
      ratio(median(times.engine) / median(times.bare)),
    ])
  }
  floor.close()
  printTable(['query', 'hits', 'ms p50', 'p95', 'without count', 'bare FTS5', 'ratio'], rows)
}

export function searchOf({ query, filter, order }: Case, position?: EngineSearch['from']): EngineSearch {
  return {
    index: BENCH_INDEX.name,
    query,
    filter: filter ?? ALL,
    grain: 'parent',
    order: order ?? { by: 'score' },
    scoring: { today: '2025-01-01' },
    from: position,
    size: 20,
    children: 20,
    count: true,
    deadline: 60_000,
  }
}

async function positionOf(engine: SearchEngine, given: Case): Promise<EngineSearch['from']> {
  const { hits } = await engine.search({ ...searchOf(given), size: 20 * (given.page! - 1) })
  return { position: hits.at(-1)!.position, direction: 'after' }
}

/** Count, and the first twenty: newest, or best of the newest. */
export function bareSearch(database: DatabaseSync, { match, order }: Case) {
  const columns = database.prepare(`SELECT name FROM pragma_table_info('words')`).all()
  const names = columns.map(({ name }) => String(name)).filter((name) => name !== 'marks')
  const expression = match
    .replaceAll('{all}', `{${names.join(' ')}}`)
    .replaceAll('{name}', `{${names[0]}}`)
  database.prepare('SELECT count(*) FROM words WHERE words MATCH ?').get(expression)
  const ranked = order
    ? 'SELECT rowid >> 18, rowid & 262143 FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT 20'
    : `SELECT row >> 18, row & 262143, score FROM (SELECT rowid AS row, bm25(words) AS score FROM words
        WHERE words MATCH ? ORDER BY rowid DESC LIMIT ${BUDGET}) ORDER BY score LIMIT 20`
  database.prepare(ranked).all(expression)
}

function late(times: number[]): number {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length * 0.95)]!
}
