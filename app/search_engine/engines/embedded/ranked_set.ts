/**
 * Which matches are ranked: the newest so many rows, whole parents, and those
 * that bear a name which was asked for. It depends on the index and the query
 * alone, so all pages of a search rank the same.
 */
import type { BoostedRows } from './boosted_rows.js'
import { HELD_ROW, ROW, type SqlCondition } from './condition.js'
import type { IndexReader } from './index_reader.js'
import type { Rows } from './parse_rows.js'
import { placeOf, rowId } from './row_id.js'

/** Rows ranked at most; those of the last parent come on top. */
export const MAX_RANKED = 50_000

export interface RankedSet {
  /** Lets through rows that are ranked. */
  ranked: SqlCondition[]
  /** Lets through the others; null when there are none. */
  behind: SqlCondition[] | null
}

export function rankedSet(
  reader: IndexReader,
  query: { boosted: BoostedRows; mayBeMany: boolean; rows: () => Rows }
): RankedSet {
  const last = query.mayBeMany ? lastPlace(query.rows(), reader.mostRanked) : null
  if (last === null) return { ranked: [], behind: null }
  const first = rowId(last, 0)
  const from = (row: bigint) => ({ sql: `${ROW} >= ?`, values: [row], reads: false })
  const older = { sql: `${ROW} < ?`, values: [first], reads: false }
  const places = query.boosted.placesBehind(last)
  if (!places.length) return { ranked: [from(first)], behind: [older] }
  const isOne = `(${placeOf(HELD_ROW)}) IN (${places.map(() => '?').join(', ')})`
  const oldest = places.reduce((one, other) => Math.min(one, other))
  return {
    ranked: [
      from(rowId(oldest, 0)),
      { sql: `(${HELD_ROW} >= ? OR ${isOne})`, values: [first, ...places], reads: false },
    ],
    behind: [older, { sql: `NOT ${isOne}`, values: places, reads: false }],
  }
}

/** The place of the last row that is ranked; null when all are. */
function lastPlace({ places }: Rows, mostRanked: number): number | null {
  return places.length > mostRanked ? places[mostRanked - 1]! : null
}
