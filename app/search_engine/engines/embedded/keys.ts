/** Maps rows to record keys and back. */
import type { IndexDatabase } from './index_database.js'
import {
  MAX_PARENTS,
  place,
  rowId,
  sequenceOfPlace,
  buildOrdinalSql,
  buildPlaceSql,
  rowsOfPlace,
} from './row_id.js'

interface Opened {
  database: IndexDatabase
}

/** @throws IndexDamaged if the index has no such parent */
export function keyOfParent({ database }: Opened, at: number): number {
  return database.namedRow<[number]>(
    'SELECT key FROM parents WHERE sequence = ?',
    sequenceOfPlace(at)
  )[0]
}

/** @throws IndexDamaged if the index has no such child */
export function keyOfChild(
  { database }: Opened,
  { place: at, ordinal }: { place: number; ordinal: number }
): number {
  return database.namedRow<[number]>('SELECT key FROM rows WHERE row = ?', rowId(at, ordinal))[0]
}

/**
 * The row of the record at a position, or where it would be if it has been deleted. `day` is
 * the day of the position in lists by date; other lists compare records with equal values by
 * sequence only.
 */
export function locate(
  { database }: Opened,
  grain: 'parent' | 'child',
  key: number,
  day: number | null
): { place: number; ordinal: number } {
  const known = (grain === 'child' ? childLocation : parentLocation)(database, key)
  const sequence = known ? sequenceOfPlace(known.at) : grain === 'parent' ? key % MAX_PARENTS : 0
  return { place: place(day ?? 0, sequence), ordinal: known?.ordinal ?? 0 }
}

export interface RowLocation {
  at: number
  ordinal: number
}

export function childLocation(
  database: IndexDatabase,
  key: number
): (RowLocation & { hash: Uint8Array }) | undefined {
  const found = database.row<[number, number, Uint8Array]>(
    `SELECT ${buildPlaceSql('row')}, ${buildOrdinalSql('row')}, content FROM children WHERE key = ?`,
    key
  )
  return found && { at: found[0], ordinal: found[1], hash: found[2] }
}

export function parentLocation(database: IndexDatabase, key: number): RowLocation | undefined {
  const found = database.row<[number, number]>(
    'SELECT day, sequence FROM parents WHERE key = ?',
    key
  )
  return found && { at: place(...found), ordinal: 0 }
}

/** The children of a parent that have rows. */
export function childLocations(database: IndexDatabase, at: number): Map<number, RowLocation> {
  const [first, last] = rowsOfPlace(at)
  const rows = database.rows<[number, number]>(
    `SELECT key, ${buildOrdinalSql('row')} FROM rows WHERE row > ? AND row <= ?`,
    [first, last]
  )
  return new Map([...rows].map(([key, ordinal]) => [key, { at, ordinal }]))
}

/** State of a parent in the index. */
export type KnownParent = [
  sequence: number,
  day: number,
  shared: Uint8Array | null,
  own: Uint8Array | null,
  several: number,
]

export function knownParent(database: IndexDatabase, key: number): KnownParent | undefined {
  return database.row<KnownParent>(
    'SELECT sequence, day, shared, own, several FROM parents WHERE key = ?',
    key
  )
}
