/**
 * A position in the change log. It is no number: a transaction that began
 * long ago commits its changes with numbers far below those of
 * others. It is what the database saw at the time (`pg_snapshot`), and while
 * a batch is read, what it is to see at its end. A change of many rows is
 * handled in several batches, so that a position may be inside of one.
 */

export interface Position {
  /** Names the log: restored from a dump, it is another one. */
  log: string
  /** Everything visible in it has been read. */
  base: string
  /** Reading continues up to what is visible in it; null: none has been begun. */
  target: string | null
  /** Number of the last change read below the target. */
  last: string
  /** Keys of that change that have been read, in their order; null: all of them. */
  keys: number | null
}

const SNAPSHOT = String.raw`\d{1,20}:\d{1,20}:[\d,]*`
const CURSOR = new RegExp(`^(\\d+)/(${SNAPSHOT})(?:/(${SNAPSHOT})/(\\d+)(?:\\+(\\d+))?)?$`)

/** Nothing has been read. */
export const BEGINNING = '1:1:'

export function writeCursor({ log, base, target, last, keys }: Position): string {
  if (target === null) return `${log}/${base}`
  return `${log}/${base}/${target}/${last}${keys === null ? '' : `+${keys}`}`
}

/** @throws CursorTooOld when it is malformed */
export function readCursor(cursor: string): Position {
  const [, log, base, target = null, last = '0', keys] = CURSOR.exec(cursor) ?? []
  if (!log || !base) throw new CursorTooOld('it is not a position in this log')
  return { log, base, target, last, keys: keys === undefined ? null : Number(keys) }
}

/**
 * What was visible when the reading began that the batch before this position
 * belongs to: its changes, and those of all batches with the same horizon, had
 * been made before any of them was handled.
 *
 * @throws CursorTooOld when it is malformed
 */
export function horizonOf(cursor: string): string {
  const { base, target } = readCursor(cursor)
  return target ?? base
}

/** Number of the first change below the target that may have keys to read. */
export function firstUnread(position: Position | null): string {
  if (!position) return '0'
  return position.keys === null ? String(BigInt(position.last) + 1n) : position.last
}

/** Changes after a position have been pruned: what is derived from them must be rebuilt. */
export class CursorTooOld extends Error {
  override name = 'CursorTooOld'

  constructor(reason: string) {
    super(`The change log cannot be read on from this position: ${reason}.`)
  }
}
