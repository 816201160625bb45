import type { IndexDatabase } from './index_database.js'

/**
 * Row IDs of the embedded engine: the day, then the parent, then the child. Lists with the
 * newest first need no sort, a range of days is a range of rows, and the rows of a parent are
 * adjacent.
 *
 *   day (18 bits, since 1600-01-01; 0: unknown) | sequence of the parent (27) | ordinal of the child (18; 0: the parent's own row)
 *
 * They are too large for a JavaScript number. Statements return `row >> 18` (day and parent:
 * the *place*) and `row & 262143` (the ordinal).
 */
const DAY_BITS = 18
const SEQUENCE_BITS = 27
const ORDINAL_BITS = 18

/** 1600-01-01 in days since 1970-01-01. */
const FIRST_DAY = -135_140
export const LAST_DAY = 2 ** DAY_BITS - 1
export const MAX_PARENTS = 2 ** SEQUENCE_BITS
export const MAX_CHILDREN = 2 ** ORDINAL_BITS - 1

/** SQL of the place and the ordinal in a row ID. */
export const buildPlaceSql = (row: string) => `${row} >> ${ORDINAL_BITS}`
export const buildOrdinalSql = (row: string) => `${row} & ${MAX_CHILDREN}`
/** SQL of the day in a row ID. */
export const dayOfRow = (row: string) => `${row} >> ${SEQUENCE_BITS + ORDINAL_BITS}`
/** SQL of the row ID of the parent's own row. */
export const buildOwnRowIdSql = (row: string) => `(${row} & ~${MAX_CHILDREN})`

/** Number of days of a block of rows whose values are read together. */
const BLOCK_BITS = 6

/** The block that contains a place. */
export const blockOfPlace = (at: number) => Math.floor(dayOfPlace(at) / 2 ** BLOCK_BITS)

/** First and last row ID of a block. */
export function rowsOfBlock(block: number): [bigint, bigint] {
  const first = block * 2 ** BLOCK_BITS
  return rowsOfDays(first, first + 2 ** BLOCK_BITS - 1)
}

/**
 * Day of a row ID, from days since 1970-01-01; days outside 1600 to 2317 are clamped to the
 * first or last day.
 */
export function dayFrom(days: number): number {
  return Math.min(LAST_DAY, Math.max(1, days - FIRST_DAY))
}

/** Day of a row ID, from `2020-01-31`; 0 for none. */
export function toRowIdDay(date: string | null): number {
  return date === null ? 0 : dayFrom(toEpochDays(date))
}

/** Days since 1970-01-01 of `2020-01-31`. */
export function toEpochDays(date: string): number {
  return Math.floor(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / 86_400_000)
}

export function place(day: number, sequence: number): number {
  return day * MAX_PARENTS + sequence
}

export const dayOfPlace = (at: number) => Math.floor(at / MAX_PARENTS)
export const sequenceOfPlace = (at: number) => at % MAX_PARENTS

/** Compares rows: later days first, by ID within a day. */
export const NEWEST_FIRST = (one: RowPlace, other: RowPlace) =>
  other.place - one.place || other.ordinal - one.ordinal

interface RowPlace {
  place: number
  ordinal: number
}

export function rowId(at: number, ordinal: number): bigint {
  return (BigInt(at) << BigInt(ORDINAL_BITS)) | BigInt(ordinal)
}

/** First and last row ID of a parent. */
export function rowsOfPlace(at: number): [bigint, bigint] {
  return [rowId(at, 0), rowId(at, MAX_CHILDREN)]
}

/** First and last row ID of a range of days, both inclusive. */
export function rowsOfDays(from: number, to: number): [bigint, bigint] {
  return [rowId(place(from, 0), 0), rowId(place(to, MAX_PARENTS - 1), MAX_CHILDREN)]
}

/**
 * A sequence for a new parent: the key itself if it fits, so that rows of a day are in key
 * order.
 * @throws Error if the index is full
 */
export function freeSequence(database: IndexDatabase, key: number): number {
  const taken = (sequence: number) =>
    database.row('SELECT 1 FROM parents WHERE sequence = ?', sequence)
  if (key >= 0 && key < MAX_PARENTS && !taken(key)) return key
  const [most] = database.row<[number | null]>('SELECT max(sequence) FROM parents')!
  const next = (most ?? 0) + 1
  if (next < MAX_PARENTS) return next
  for (let sequence = 0; sequence < MAX_PARENTS; sequence++) if (!taken(sequence)) return sequence
  throw new Error(`The index "${database.layout.name}" is full: it has ${MAX_PARENTS} parents.`)
}

export function readMaxOrdinal(database: IndexDatabase, at: number): number {
  const [first, last] = rowsOfPlace(at)
  const found = database.row<[number | null]>(
    `SELECT ${buildOrdinalSql('max(row)')} FROM rows WHERE row BETWEEN ? AND ?`,
    first,
    last
  )!
  return found[0] ?? 0
}

/**
 * An unused ordinal: after the existing ones, then in a gap.
 * @throws Error if a parent has too many children
 */
export function freeOrdinal(database: IndexDatabase, at: number, behind: number): number {
  if (behind < MAX_CHILDREN) return behind + 1
  const [first] = rowsOfPlace(at)
  const gap = database.row<[number]>(
    `SELECT ${buildOrdinalSql('row')} FROM rows
      WHERE row BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM rows n WHERE n.row = rows.row + 1) LIMIT 1`,
    first,
    rowId(at, MAX_CHILDREN - 1)
  )
  if (gap) return gap[0] + 1
  throw new Error(
    `A parent in the index "${database.layout.name}" has more than ${MAX_CHILDREN} children.`
  )
}
