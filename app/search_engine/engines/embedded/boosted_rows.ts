/**
 * Rows that are boosted because they match a name in the query. They are found by a separate
 * query, and the boost doesn't depend on the length of their texts: BM25 scores a word in a
 * short field hardly higher than one in a long text.
 */
import type { EngineSearch } from '../../engine.js'
import { and, type QueryTree } from '../../query/tree.js'
import type { IndexReader } from './index_reader.js'
import { matchExpression } from './match_expression.js'
import { rowsStatement } from './statements.js'

/** Maximum number of rows per boost, newest first. */
const MAX_RAISED = 10_000
/** Number of parents ranked in addition to the budget. */
const MAX_LATE = 500
/**
 * A part of a name counts only if it is rare: in at most one of this many rows, or in at most
 * this many rows.
 */
const ROWS_A_PART = 1000
const FEW_ROWS = 20
/**
 * By how much of its score a boosted row gains for each doubling of its citations: of equal
 * names, the more cited one comes first.
 */
const FOR_DOUBLE_CITATIONS = 1 / 80

type Row = [place: number, ordinal: number, cited?: number | null]

export class BoostedRows {
  readonly #scores = new Map<number, Map<number, number>>()

  constructor(
    private reader: IndexReader,
    { query, scoring: { boosts = [], parts = [], citedField } }: EngineSearch
  ) {
    if (!boosts.length && !parts.length) return
    const total = Number(reader.database.about('rows') ?? 0)
    const cited = citedField && reader.layout.fields.get(citedField)?.value
    for (const { tree, times } of boosts)
      this.#raise(this.#rows(tree, cited, MAX_RAISED), times * Math.log1p(total))
    const few = Math.min(MAX_RAISED, Math.max(FEW_ROWS, Math.floor(total / ROWS_A_PART)))
    for (const { tree, times } of parts) {
      const rows = this.#rows(and(tree, query), cited, few + 1)
      if (rows.length <= few) this.#raise(rows, times * Math.log1p(total / rows.length))
    }
  }

  /** Score added to that of a row's words. */
  getRowScore(place: number, ordinal: number): number {
    return this.#scores.get(place)?.get(ordinal) ?? 0
  }

  get isEmpty(): boolean {
    return this.#scores.size === 0
  }

  /** Parents of boosted rows after a given one, highest boost first. */
  placesBehind(place: number): number[] {
    return [...this.#scores]
      .filter(([each]) => each < place)
      .map(([each, rows]) => ({ each, score: Math.max(...rows.values()) }))
      .sort((a, b) => b.score - a.score || b.each - a.each)
      .slice(0, MAX_LATE)
      .map(({ each }) => each)
  }

  /** The newest rows that a tree of words matches. */
  #rows(tree: QueryTree, cited: string | undefined, most: number): Row[] {
    const match = matchExpression(this.reader.resolve(tree), this.reader.layout)
    if (match === null) return []
    const statement = rowsStatement({
      condition: { match, sql: [] },
      columns: cited ? [`r.${cited}`] : [],
      order: 'newest',
    })
    const rows: Row[] = []
    for (const row of this.reader.rows<Row>(statement)) if (rows.push(row) >= most) break
    return rows
  }

  #raise(found: Row[], score: number): void {
    for (const [place, ordinal, cited] of found) {
      let rows = this.#scores.get(place)
      if (!rows) this.#scores.set(place, (rows = new Map()))
      const gain = 1 + Math.log2(1 + (cited ?? 0)) * FOR_DOUBLE_CITATIONS
      rows.set(ordinal, (rows.get(ordinal) ?? 0) + score * gain)
    }
  }
}
