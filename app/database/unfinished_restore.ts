/**
 * A mark in a database that is being restored: until the restore is complete,
 * nothing takes its tables for an archive.
 */
import type pg from 'pg'
import { StartupError } from '#app/support/startup_error'

const MARK = 'unfinished_restore'

interface Client {
  rawQuery(sql: string): Promise<{ rows: { marked: boolean }[] }>
}

const QUERY = `SELECT to_regclass('${MARK}') IS NOT NULL AS marked`

export async function markUnfinished(client: pg.ClientBase): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS ${MARK} (since timestamptz DEFAULT now())`)
}

/** Removes the mark, together with what else the transaction does. */
export async function markFinished(client: pg.ClientBase): Promise<void> {
  await client.query(`DROP TABLE IF EXISTS ${MARK}`)
}

export async function isUnfinished(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ marked: boolean }>(QUERY)
  return rows[0]!.marked
}

/** @throws StartupError when a restore was cut off */
export async function refuseUnfinished(database: Client): Promise<void> {
  const { rows } = await database.rawQuery(QUERY)
  if (rows[0]!.marked)
    throw new StartupError(
      'the database holds a restore that was cut off. Run "node ace backup:restore" again, with the same file.'
    )
}
