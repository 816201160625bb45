/**
 * The snapshot of an export: its archive, and its position in the change log.
 */
import type pg from 'pg'
import { LOG_ID, writeCursor } from '#app/events/cursor'
import { BulkError } from '../import/bulk_error.js'
import type { Manifest } from './manifest.js'

/** Identifies the snapshot of an export. */
export interface Snapshot {
  /** Name for other connections. */
  name: string
  /** Rows of transactions before this one are visible in the snapshot if they exist. */
  settled: string
  position: string
  date: string
  archive: Manifest['archive']
}

/**
 * Reads the snapshot of the transaction, and exports it for other connections.
 *
 * @throws BulkError if the database has no archive
 */
export async function readSnapshot(client: pg.Client): Promise<Snapshot> {
  const { rows } = await client.query<{
    name: string
    log: string
    base: string
    settled: string
    date: string
    id: string
    first: number
  }>(
    `SELECT pg_export_snapshot() AS name, ${LOG_ID} AS log,
            change_log_snapshot()::text AS base, pg_snapshot_xmin(pg_current_snapshot())::text AS settled,
            to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS date,
            archive_id::text AS id, first_local_id::float8 AS first
     FROM archive_facts`
  )
  const found = rows[0]
  if (!found) throw new BulkError('the database has no archive')
  const { log, base, id, first, ...snapshot } = found
  return {
    ...snapshot,
    position: writeCursor({ log, base, target: null, last: '0', keys: null }),
    archive: { id, first_local_id: first },
  }
}
