/** Sequences of parents and ordinals of children: their places in row IDs. */
import type { IndexDatabase } from './index_database.js'
import { MAX_CHILDREN, MAX_PARENTS, ordinalOf, rowId, rowsOfPlace } from './row_id.js'

/**
 * A sequence for a new parent: the key itself where it fits, so that rows of a day are in the order of keys.
 * @throws Error when the index is full
 */
export function freeSequence(database: IndexDatabase, key: number): number {
  const taken = (sequence: number) =>
    database.row('SELECT 1 FROM parents WHERE sequence = ?', sequence)
  if (key >= 0 && key < MAX_PARENTS && !taken(key)) return key
  const [most] = database.row<[number | null]>('SELECT max(sequence) FROM parents')!
  const next = (most ?? 0) + 1
  if (next < MAX_PARENTS) return next
  for (let sequence = 0; sequence < MAX_PARENTS; sequence++) if (!taken(sequence)) return sequence
  throw new Error(`The index "${database.layout.name}" is full: it holds ${MAX_PARENTS} parents.`)
}

export function mostOrdinal(database: IndexDatabase, at: number): number {
  const [first, last] = rowsOfPlace(at)
  const found = database.row<[number | null]>(
    `SELECT ${ordinalOf('max(row)')} FROM rows WHERE row BETWEEN ? AND ?`,
    first,
    last
  )!
  return found[0] ?? 0
}

/**
 * An ordinal no child has: after the existing ones, then in a gap.
 * @throws Error when a parent has too many children
 */
export function freeOrdinal(database: IndexDatabase, at: number, behind: number): number {
  if (behind < MAX_CHILDREN) return behind + 1
  const [first] = rowsOfPlace(at)
  const gap = database.row<[number]>(
    `SELECT ${ordinalOf('row')} FROM rows
      WHERE row BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM rows n WHERE n.row = rows.row + 1) LIMIT 1`,
    first,
    rowId(at, MAX_CHILDREN - 1)
  )
  if (gap) return gap[0] + 1
  throw new Error(
    `A parent in the index "${database.layout.name}" has more than ${MAX_CHILDREN} children.`
  )
}
