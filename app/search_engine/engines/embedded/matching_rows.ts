/** Row IDs of matches, newest first, for ranking, counting, and facets. */
import type { Grain } from '../../engine.js'
import type { MatchedRow } from './best_rows.js'
import type { Condition } from './condition.js'
import type { IndexReader } from './index_reader.js'
import { parseRows, type Rows } from './parse_rows.js'
import { NEWEST_FIRST } from './row_id.js'
import {
  rowIdsStatement,
  countParentsStatement,
  countRowsStatement,
  countSiblingsStatement,
  countSomeStatement,
} from './statements.js'
import { readMixedParentCount } from './index_database.js'
import { MARKS, ONE_OF_SEVERAL } from './layout.js'

/**
 * One row more than are ranked, if there are more. Returned as one text, because a call for
 * each row would take longer than finding it.
 *
 * @throws SearchTooSlow
 */
export function newestRows(reader: IndexReader, condition: Condition, grain: Grain): Rows {
  const { sql, values } = rowIdsStatement(condition, { grain, order: 'newest' })
  const [text] = reader.database.row<[string | null]>(
    `SELECT group_concat(row) FROM (${sql} LIMIT ${reader.mostRanked + 1})`,
    ...values
  )!
  return parseRows(text ?? '')
}

/** The same for rows that were found in another order. */
export function newestFirst(found: MatchedRow[]): Rows {
  const rows = found.toSorted(NEWEST_FIRST)
  return {
    places: Float64Array.from(rows, ({ place }) => place),
    ordinals: Uint32Array.from(rows, ({ ordinal }) => ordinal),
  }
}

/** Number of hits if these are all matching rows; otherwise null. */
export function countRowHits({ places }: Rows, grain: Grain, mostRanked: number): number | null {
  const { length } = places
  if (length > mostRanked) return null
  if (grain !== 'parent') return length
  let hits = 0
  for (let at = 0; at < length; at++) if (at === 0 || places[at] !== places[at - 1]) hits++
  return hits
}

const SEVERAL = `${MARKS} : "${ONE_OF_SEVERAL}"`

interface Counting {
  grain: Grain
  /** Where counting stops: one more means that there are more. */
  upTo?: number
}

/** @throws SearchTooSlow */
export function countMatches(
  reader: IndexReader,
  condition: Condition,
  { grain, upTo }: Counting
): number {
  const { hasChildren } = reader.layout
  if (upTo !== undefined)
    return reader.number(countSomeStatement(condition, { grain, most: upTo + 1, hasChildren }))
  // If only parents have rows, rows needn't be distinguished.
  if (grain !== 'parent' || !hasChildren) return reader.number(countRowsStatement(condition, grain))
  if (condition.match === null || !mostAreAlone(reader))
    return reader.number(countParentsStatement(condition))
  // Distinguishing parents takes longer than counting, and only some have several rows.
  const { match, ...rest } = condition
  const some = { ...rest, match: `(${match}) AND ${SEVERAL}` }
  return (
    reader.number(countRowsStatement(condition, grain)) -
    reader.number(countSiblingsStatement(some))
  )
}

/** Whether all rows of parents with several rows are marked, and few are. */
function mostAreAlone(reader: IndexReader): boolean {
  if (!reader.layout.marksSeveral || readMixedParentCount(reader.database)) return false
  const rows = Number(reader.database.about('rows') ?? 0)
  return reader.countUpTo(SEVERAL, Math.ceil(rows / 3)) < rows / 3
}
