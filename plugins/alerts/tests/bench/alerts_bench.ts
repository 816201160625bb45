/**
 * Measures documents matched per second with increasing numbers of alerts.
 * Alerts are a realistic mix; their words are as frequent as those of the texts.
 */
import { analyseRow, joinRows, matches } from '#app/search_engine/query/evaluate'
import { parseQuery } from '#app/search_engine/query/parse_query'
import type { QueryTree } from '#app/search_engine/query/tree'
import { ParentMatching, type AlertQuery } from '#plugins/alerts/matching/match_parent'
import { QueryIndex, MatchedRow } from '#plugins/alerts/matching/query_index'
import { requiredTerms, collectRowTerms } from '#plugins/alerts/matching/terms'
import { random } from '#tests/search/archive'
import { BENCH_INDEX, benchDocuments, type BenchDocument } from '#tests/bench/search_documents'
import { milliseconds, printTable, ratio, whole } from '#tests/bench/table'

const SIZES = [1_000, 10_000, 100_000]
/** Documents matched before the measurement, to train the index. */
const WARMING = 600
/** Documents used to detect queries that are too broad. */
const MAX_CANDIDATES = 100

export interface AlertsBench {
  documents: number
  words: number
}

export async function benchAlerts({ documents, words }: AlertsBench): Promise<void> {
  const all = [...benchDocuments(WARMING + documents, words)]
  const queries = madeQueries(all)
  const trees = Array.from({ length: SIZES.at(-1)! }, () => queries.next().value as QueryTree)
  const rows: string[][] = []
  let first: number | undefined
  for (const size of SIZES) {
    const index = new QueryIndex<AlertQuery>()
    const reading = performance.now()
    for (let id = 0; id < size; id++) {
      index.set(String(id), { id: String(id), tree: trees[id]!, since: 0, listsChildren: true })
    }
    const read = performance.now() - reading
    matchAll(index, all.slice(0, WARMING))
    // CPU time, because other processes may be running.
    const started = process.cpuUsage()
    const hits = matchAll(index, all.slice(WARMING))
    const { user, system } = process.cpuUsage(started)
    const each = (user + system) / 1000 / documents
    first ??= each
    rows.push([
      whole(size),
      whole(1000 / each),
      milliseconds(each),
      ratio(each / first),
      ratio(hits / documents),
      whole(index.unindexed),
      whole(read),
    ])
  }
  console.log(`alerts: ${whole(documents)} new opinions of ${words} words\n`)
  printTable(
    ['alerts', 'documents/s', 'ms each', 'to 1,000', 'hits each', 'unindexed', 'indexed in ms'],
    rows
  )
}

function matchAll(index: QueryIndex<AlertQuery>, documents: BenchDocument[]): number {
  let hits = 0
  for (const { parent, child } of documents) {
    const row = new MatchedRow(BENCH_INDEX, parent.fields)
    const matching = new ParentMatching(index, { key: parent.key, row })
    matching.child(child.key, new MatchedRow(BENCH_INDEX, child.fields), 'all')
    hits += matching.hits.length
  }
  return hits
}

/**
 * Queries with words from the texts. Queries that match more than one in a
 * thousand documents are skipped, because the hits of an alert are limited.
 */
function* madeQueries(documents: BenchDocument[]): Generator<QueryTree> {
  const next = random(5)
  const words = documents.flatMap(({ child }) => String(child.fields.text).split(' '))
  const rows = documents.slice(0, 1000).map(({ parent, child }) => {
    const row = joinRows(
      analyseRow(BENCH_INDEX, parent.fields),
      analyseRow(BENCH_INDEX, child.fields)
    )
    return { row, terms: collectRowTerms(row) }
  })
  const byTerm = new Map<string, number[]>()
  for (const [at, { terms }] of rows.entries()) {
    for (const term of terms) {
      const under = byTerm.get(term)
      if (under) under.push(at)
      else byTerm.set(term, [at])
    }
  }
  const rowsWith = (term: string) => byTerm.get(term) ?? []
  const pick = <Item>(items: Item[]) => items[Math.floor(next() * items.length)]!
  const any = () => pick(words)
  const court = () => `court:court${Math.floor(next() * 200)}`
  const shapes: (() => string)[] = [
    () => any(),
    () => `${any()} ${any()}`,
    () => `"${any()} ${any()}"`,
    () => `${any()} ${any()} ${any()} ${court()}`,
    () => `(${any()} OR ${any()}) AND ${any()}`,
    () => `caseName:${any()}`,
    () => `${any().slice(0, 6)}* ${any()}`,
    () => `"${any()} ${any()}"~10 NOT ${any()}`,
    () => `${any()} dateFiled:[2000-01-01 TO *]`,
    () => `${court()} AND ${any()}`,
  ]
  for (;;) {
    const { tree } = parseQuery(pick(shapes)(), BENCH_INDEX)
    const required = requiredTerms(tree, (term) => rowsWith(term).length)
    const candidates = new Set(required?.flatMap(rowsWith))
    if (required === null || candidates.size > MAX_CANDIDATES) continue
    const hits = [...candidates].filter((at) => matches(tree, rows[at]!.row))
    if (hits.length <= 1) yield tree
  }
}
