/**
 * The rows of a table that changed after a position of the change log, as SQL for exports.
 *
 * A table can be published under a column other than its key: a citation under its cluster. An
 * increment then contains all current rows of each changed cluster, which replace the earlier
 * ones.
 */
import type pg from 'pg'
import { findPublication } from '#app/events/publication'
import { CursorTooOld, LOG_ID, readCursor } from '#app/events/cursor'
import { ident, literal } from '#app/support/sql_text'
import { BulkError } from '../import/bulk_error.js'
import type { TableLayout } from '../import/table_layout.js'

export interface ChangedRows {
  /** Column under whose values the changes are logged. */
  key: string
  /** SQL source of changed rows, with the alias `t`. */
  rows: string
  /** SQL query of the values whose rows are removed unless the increment lists them. */
  removed: string
}

/**
 * @param since a position
 * @throws BulkError if the table's changes aren't logged
 */
export async function findChangedRows(
  client: pg.ClientBase,
  { table, key: id, columns }: TableLayout,
  since: string
): Promise<ChangedRows> {
  const publication = await findPublication(client, table)
  if (!publication)
    throw new BulkError(
      `changes of the table ${table} aren't logged yet; start the server once, and then make a full export`
    )
  const { key } = publication
  const target = ident(table)
  const isText = columns.find(({ name }) => name === key)?.type === 'text'
  const { base } = readCursor(since)
  const logged = `content_changes c
    WHERE c.table_name = ${literal(table)} AND c.xid >= pg_snapshot_xmin(${literal(base)}::pg_snapshot)
      AND NOT pg_visible_in_snapshot(c.xid, ${literal(base)}::pg_snapshot)`
  const ranges = `(SELECT lower(r) AS first, upper(r) - 1 AS last
    FROM (SELECT range_agg(c.ids) AS ids FROM ${logged}) AS merged, unnest(merged.ids) AS r)`
  const keys = isText
    ? `(SELECT DISTINCT k FROM (SELECT unnest(c.keys) AS k FROM ${logged}) AS given)`
    : ranges
  const matches = isText ? `t.${ident(key)} = c.k` : `t.${ident(key)} BETWEEN c.first AND c.last`
  const values = isText ? keys : `(SELECT generate_series(c.first, c.last) AS k FROM ${keys} AS c)`
  // Rows under their own key are updated; only missing ones are removed.
  const isMissing =
    key === id ? ` WHERE NOT EXISTS (SELECT FROM ${target} t WHERE t.${ident(key)} = v.k)` : ''
  return {
    key,
    rows: `${keys} AS c JOIN ${target} t ON ${matches}`,
    removed: `SELECT v.k FROM ${values} AS v${isMissing}`,
  }
}

/**
 * Checks in the snapshot of an export that the log still has all changes after a position.
 *
 * @throws BulkError if it doesn't, or if the position is from another database
 */
export async function checkPosition(client: pg.ClientBase, since: string): Promise<void> {
  const refusal = (reason: string) =>
    new BulkError(`cannot export the changes since this position: ${reason}; write a full export`)
  let position
  try {
    position = readCursor(since)
  } catch (error) {
    if (error instanceof CursorTooOld) throw refusal('it is invalid')
    throw error
  }
  const { rows } = await client.query<{ same: boolean; old: boolean; ahead: boolean }>(
    `SELECT ${LOG_ID} = $1 AS same,
            pg_snapshot_xmin($2::pg_snapshot) < deleted_below AS old,
            pg_snapshot_xmax($2::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) AS ahead
     FROM change_log_state`,
    [position.log, position.base]
  )
  const { same, old, ahead } = rows[0]!
  if (!same || ahead) throw refusal('it is from another database')
  if (old) throw refusal('later changes have been deleted from the change log')
}
