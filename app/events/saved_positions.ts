/**
 * The change log in backups. Its positions consist of transaction IDs, which
 * are not valid in another database: a backup contains the unread changes of
 * each consumer instead, and a restore logs them as changes of its
 * transaction.
 */
import type pg from 'pg'
import { firstUnread, LOG_ID, readCursor, writeCursor, type Position } from './cursor.js'

/** Tables not saved directly: positions and pruning state. */
export const POSITION_TABLES = ['change_cursors', 'change_log_state']
/** Not saved: transaction IDs. The database sets them when a change is written. */
export const TRANSACTION_COLUMN = { table: 'content_changes', column: 'xid' }

const FIRST_UNREAD = `
  SELECT min(id)::float8 AS first FROM content_changes
  WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)
    AND NOT ($2::pg_snapshot IS NOT NULL AND pg_visible_in_snapshot(xid, $2::pg_snapshot) AND id < $3::bigint)`

/** Positions of consumers, by name. */
export interface SavedPositions {
  /** The first unread change of each consumer; null: none. */
  consumers: Record<string, number | null>
  /** Number of keys already read of that change. */
  begun?: Record<string, number>
}

/** The unread changes of each consumer with a position, as visible to the transaction. */
export async function readPositions(client: pg.ClientBase): Promise<Required<SavedPositions>> {
  const { rows } = await client.query<{ name: string; cursor: string }>(
    'SELECT name, cursor FROM change_cursors ORDER BY name'
  )
  const positions: Required<SavedPositions> = { consumers: {}, begun: {} }
  for (const { name, cursor } of rows) {
    const position = readCursor(cursor)
    const { base, target, last, keys } = position
    const found = await client.query<{ first: number | null }>(FIRST_UNREAD, [
      base,
      target,
      firstUnread(position),
    ])
    const { first } = found.rows[0]!
    positions.consumers[name] = first
    if (keys !== null && first === Number(last)) positions.begun[name] = keys
  }
  return positions
}

/**
 * Gives the consumers positions before their unread changes, in the transaction that restored
 * these changes: they are the last changes it sees that other transactions don't.
 */
export async function restorePositions(
  client: pg.ClientBase,
  { consumers, begun = {} }: SavedPositions
): Promise<void> {
  const { rows } = await client.query<{ log: string; xid: string; next: string }>(
    `SELECT ${LOG_ID} AS log, pg_current_xact_id()::text AS xid,
            (pg_current_xact_id()::text::numeric + 1)::text AS next`
  )
  const { log, xid, next } = rows[0]!
  const before = `${xid}:${xid}:`
  const after = `${next}:${next}:`
  for (const [name, first] of Object.entries(consumers)) {
    const keys = begun[name] ?? null
    const position: Position =
      first === null
        ? { log, base: after, target: null, last: '0', keys: null }
        : {
            log,
            base: before,
            target: after,
            last: String(keys === null ? first - 1 : first),
            keys,
          }
    await client.query(
      'INSERT INTO change_cursors (name, cursor, passed) VALUES ($1, $2, $3::pg_snapshot)',
      [name, writeCursor(position), position.base]
    )
  }
}
