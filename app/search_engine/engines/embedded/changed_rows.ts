/** Which rows have changed since a commit: threads keep values of rows in memory. */
import type { IndexDatabase } from './index_database.js'
import { NEWEST_FIRST, ordinalOf, placeOf } from './row_id.js'

/** Commits whose changes are known. */
const KEPT_COMMITS = 1000
/** For more rows than these it is better to read all values again. */
const MOST_ROWS = 20_000

/** Before a commit. @param generation the one that begins with it */
export function noteChanged(
  database: IndexDatabase,
  rows: Iterable<bigint>,
  generation: number
): void {
  for (const row of rows)
    database.run('INSERT OR REPLACE INTO changed VALUES (?, ?)', row, generation)
  database.run('DELETE FROM changed WHERE generation <= ?', generation - KEPT_COMMITS)
}

/**
 * Rows that were written or removed since a commit, newest first.
 *
 * @param since a generation
 * @param now the generation of the snapshot
 * @returns null for too many, or when that is not known any more
 */
export function changedSince(
  database: IndexDatabase,
  since: number,
  now: number
): { place: number; ordinal: number }[] | null {
  if (now - since > KEPT_COMMITS) return null
  const rows = [
    ...database.rows<[number, number]>(
      `SELECT ${placeOf('row')}, ${ordinalOf('row')} FROM changed WHERE generation > ? LIMIT ?`,
      [since, MOST_ROWS + 1]
    ),
  ]
  if (rows.length > MOST_ROWS) return null
  return rows.map(([place, ordinal]) => ({ place, ordinal })).sort(NEWEST_FIRST)
}
