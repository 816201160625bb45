/** Where parents and children have their rows. */
import type { IndexDatabase } from './index_database.js'
import { ordinalOf, place, placeOf, rowsOfPlace } from './row_id.js'

export interface RowLocation {
  at: number
  ordinal: number
}

export function childLocation(
  database: IndexDatabase,
  key: number
): (RowLocation & { hash: Uint8Array }) | undefined {
  const found = database.row<[number, number, Uint8Array]>(
    `SELECT ${placeOf('row')}, ${ordinalOf('row')}, content FROM children WHERE key = ?`,
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
    `SELECT key, ${ordinalOf('row')} FROM rows WHERE row > ? AND row <= ?`,
    [first, last]
  )
  return new Map([...rows].map(([key, ordinal]) => [key, { at, ordinal }]))
}

/** What the index has of a parent. */
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
