/**
 * Rows that match terms joined by connectors. FTS5 finds the rows that contain the terms; the
 * positions of the terms in these rows, and the starts of sentences and paragraphs, decide.
 */
import { buildLinkGraph, hasLinked, type Occurrences, union } from '../../query/connected.js'
import { ROW, type Condition } from './condition.js'
import type { IndexDatabase } from './index_database.js'
import type { IndexLayout } from './layout.js'
import { parseRows } from './parse_rows.js'
import { upperBits, lowerBits, PostingsReader, type WordPostings } from './postings.js'
import type { Positions } from './postings_list.js'
import type { ConnectedNode } from './resolve_query.js'
import { ColumnPlaces } from './row_breaks.js'
import { rowId } from './row_id.js'
import { rowIdsStatement } from './statements.js'

/** Number of candidate rows read at a time. */
const AT_ONCE = 100_000
const CHECKED_AT_ONCE = 64
/** Ordinals below it share a number with their place. */
const FEW_ORDINALS = 256
/** Results of former searches, and the number of their rows that are kept. */
const MAX_KEPT = 16
const MAX_KEPT_ROWS = 200_000

interface OpenIndex {
  database: IndexDatabase
  layout: IndexLayout
  /** Throws if the search must stop. */
  checkLimits(): void
}

/** A set of rows. */
class RowSet {
  private rows = new Set<number | string>()

  add(place: number, ordinal: number): void {
    this.rows.add(nameOfRow(place, ordinal))
  }

  has(place: number, ordinal: number): boolean {
    return this.rows.has(nameOfRow(place, ordinal))
  }

  get size(): number {
    return this.rows.size
  }
}

function nameOfRow(place: number, ordinal: number): number | string {
  return ordinal < FEW_ORDINALS ? place * FEW_ORDINALS + ordinal : `${place} ${ordinal}`
}

export class ConnectedRows {
  private postings: PostingsReader
  /** Of the current search, by node; their indexes are values of statements. */
  private current = new Map<string, number>()
  private sets: RowSet[] = []
  /** Of former searches in the same state of the index. */
  private kept = new Map<string, RowSet>()

  constructor(private reader: OpenIndex) {
    this.postings = new PostingsReader(reader.database, () => reader.checkLimits())
  }

  /** Starts another search. */
  startSearch(): void {
    this.current.clear()
    this.sets = []
  }

  /** Starts another state of the index. */
  forget(): void {
    this.kept.clear()
    this.postings.forget()
  }

  has(number: number, place: number, ordinal: number): boolean {
    return this.sets[number]!.has(place, ordinal)
  }

  /**
   * The number of a node's set of rows.
   *
   * @param candidates rows that the search is about; other rows may be missing in the set
   * @throws SearchTooSlow
   */
  numberOf(node: ConnectedNode, candidates: Condition): number {
    const known = this.current.get(node.name)
    if (known !== undefined) return known
    const { match, own, sql } = candidates
    const values = sql.flatMap((one) => [one.sql, ...one.values.map(String)])
    const name = JSON.stringify([node.name, match, own, values])
    const set = this.kept.get(name) ?? this.find(node, candidates)
    this.keep(name, set)
    const number = this.sets.push(set) - 1
    this.current.set(node.name, number)
    return number
  }

  private keep(name: string, set: RowSet): void {
    this.kept.delete(name)
    this.kept.set(name, set)
    let rows = [...this.kept.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [oldest, { size }] of this.kept) {
      if (this.kept.size <= MAX_KEPT && rows <= MAX_KEPT_ROWS) return
      this.kept.delete(oldest)
      rows -= size
    }
  }

  private find(node: ConnectedNode, candidates: Condition): RowSet {
    const found = new RowSet()
    const matcher = new RowMatcher(this.reader, this.postings, node)
    let after: bigint | null = null
    for (;;) {
      const rows = parseRows(this.readCandidates(candidates, after))
      const { length } = rows.places
      for (let at = 0; at < length; at++) {
        if (at % CHECKED_AT_ONCE === 0) this.reader.checkLimits()
        const [place, ordinal] = [rows.places[at]!, rows.ordinals[at]!]
        if (matcher.matches(place, ordinal)) found.add(place, ordinal)
      }
      if (length < AT_ONCE) return found
      after = rowId(rows.places[length - 1]!, rows.ordinals[length - 1]!)
    }
  }

  /** Row IDs in ascending order, after one of them. */
  private readCandidates(candidates: Condition, after: bigint | null): string {
    const more = after === null ? [] : [{ sql: `${ROW} > ?`, values: [after], reads: false }]
    const condition = { ...candidates, sql: [...candidates.sql, ...more] }
    const { sql, values } = rowIdsStatement(condition, { order: 'oldest' })
    const [text] = this.reader.database.row<[string | null]>(
      `SELECT group_concat(row) FROM (${sql} LIMIT ${AT_ONCE})`,
      ...values
    )!
    return text ?? ''
  }
}

/** Decides for one row after the other, in ascending order. */
class RowMatcher {
  private words = new Map<string, WordPostings>()
  private columns: number[]
  private graph

  constructor(
    private reader: OpenIndex,
    postings: PostingsReader,
    private node: ConnectedNode
  ) {
    const { texts } = reader.layout
    this.columns = node.fields.map((name) => texts.findIndex((field) => field.name === name))
    this.graph = buildLinkGraph(node.chain)
    for (const spellings of node.spellings)
      for (const spelling of spellings)
        for (const word of spelling)
          this.words.set(word, this.words.get(word) ?? postings.word(word))
  }

  matches(place: number, ordinal: number): boolean {
    const [high, low] = [upperBits(place), lowerBits(place, ordinal)]
    const positions = new Map<string, Positions>()
    for (const [word, postings] of this.words) {
      const found = postings.at(high, low)
      if (found) positions.set(word, found)
    }
    let breaks: Uint8Array | null = null
    for (const column of this.columns) {
      const found = this.positionsIn(column, positions)
      if (!found) continue
      breaks ??= this.readBreaks(place, ordinal)
      const places = new ColumnPlaces(breaks, column)
      const occurrences = found.map((spellings) =>
        spellings
          .map(({ first, words }) => occurrencesAt(places.numbersAt(first), words))
          .reduce(union, NOWHERE)
      )
      if (hasLinked(this.graph, occurrences, places.breaks)) return true
    }
    return false
  }

  /** For each term, where its spellings start in a column; null if too few terms occur there. */
  private positionsIn(column: number, positions: Map<string, Positions>) {
    const { terms, edges, ends } = this.graph
    // Where the graph is one path, all terms are required.
    const areRequired =
      edges.length === terms.length - 1 && edges.every(({ from, to }) => to === from + 1)
    const found: { first: number[]; words: number }[][] = []
    for (const spellings of this.node.spellings) {
      const places: { first: number[]; words: number }[] = []
      for (const spelling of spellings) {
        const first = firstPositions(spelling, positions, column)
        if (first.length) places.push({ first, words: spelling.length })
      }
      if (areRequired && !places.length) return null
      found.push(places)
    }
    return ends.some((end) => found[end]!.length) ? found : null
  }

  private readBreaks(place: number, ordinal: number): Uint8Array {
    return this.reader.database.namedRow<[Uint8Array]>(
      'SELECT columns FROM breaks WHERE row = ?',
      rowId(place, ordinal)
    )[0]
  }
}

const NOWHERE: Occurrences = { first: [], last: [] }
const NO_POSITIONS: number[] = []

function occurrencesAt(first: number[], words: number): Occurrences {
  return { first, last: words === 1 ? first : first.map((word) => word + words - 1) }
}

/** Positions in a column of the first word of a word or phrase. */
function firstPositions(
  spelling: string[],
  positions: Map<string, Positions>,
  column: number
): number[] {
  const found = positions.get(spelling[0]!)?.get(column)
  if (!found || spelling.length === 1) return found ?? NO_POSITIONS
  return withFollowing(found, spelling, positions, column)
}

function withFollowing(
  first: number[],
  spelling: string[],
  positions: Map<string, Positions>,
  column: number
): number[] {
  const lists = spelling.map((word) => positions.get(word)?.get(column) ?? NO_POSITIONS)
  let found = first
  for (let index = 1; index < lists.length && found.length; index++) {
    const list = lists[index]!
    let at = 0
    found = found.filter((position) => {
      while (at < list.length && list[at]! < position + index) at++
      return list[at] === position + index
    })
  }
  return found
}
