/**
 * A position in the change log. It isn't a number: a transaction that started
 * long ago commits its changes with numbers far below those of
 * others. It is a database snapshot (`pg_snapshot`), and during a read,
 * the snapshot to reach at its end. A change of many rows is handled in
 * several batches, so a position may be inside a change.
 */

/**
 * SQL of the ID of the log, as text. A restored backup has another random ID, and a restored dump
 * another OID. A backup of an earlier version is restored without the column.
 */
export const LOG_ID = `(SELECT (coalesce((to_jsonb(state) ->> 'log_id')::numeric, 0) * 4294967296 + 'content_changes'::regclass::oid::bigint)::text FROM change_log_state AS state)`

export interface Position {
  /** ID of the log. */
  log: string
  /** Everything visible in this snapshot has been read. */
  base: string
  /** Reading continues up to this snapshot; null: no read in progress. */
  target: string | null
  /** Number of the last change read below the target. */
  last: string
  /** Number of keys of that change that have been read, in order; null: all keys. */
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
  if (!log || !base) throw new CursorTooOld('the position is invalid')
  return { log, base, target, last, keys: keys === undefined ? null : Number(keys) }
}

/**
 * The target of the read that the previous batch belongs to: its changes, and
 * those of all batches with the same horizon, were made before any of them was
 * handled.
 *
 * @throws CursorTooOld when it is malformed
 */
export function parseCursorHorizon(cursor: string): string {
  const { base, target } = readCursor(cursor)
  return target ?? base
}

/** Number of the first change below the target that may have unread keys. */
export function firstUnread(position: Position | null): string {
  if (!position) return '0'
  return position.keys === null ? String(BigInt(position.last) + 1n) : position.last
}

/** Changes after the position have been pruned: derived data must be rebuilt. */
export class CursorTooOld extends Error {
  override name = 'CursorTooOld'

  constructor(reason: string) {
    super(`The change log cannot be read from this position: ${reason}.`)
  }
}
