/** From rows to the keys of records and back. */
import type { IndexDatabase } from './index_database.js'
import { MAX_PARENTS, place, rowId, sequenceOfPlace } from './row_id.js'
import { childLocation, parentLocation } from './row_locations.js'

interface Opened {
  database: IndexDatabase
}

/** @throws IndexDamaged when the index has no such parent */
export function keyOfParent({ database }: Opened, at: number): number {
  return database.namedRow<[number]>(
    'SELECT key FROM parents WHERE sequence = ?',
    sequenceOfPlace(at)
  )[0]
}

/** @throws IndexDamaged when the index has no such child */
export function keyOfChild(
  { database }: Opened,
  { place: at, ordinal }: { place: number; ordinal: number }
): number {
  return database.namedRow<[number]>('SELECT key FROM rows WHERE row = ?', rowId(at, ordinal))[0]
}

/**
 * Where the record of a position is, or would be if it was deleted meanwhile.
 * `day` is that of the position in lists by date; lists by anything else
 * compare records of equal values by their sequence only.
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
