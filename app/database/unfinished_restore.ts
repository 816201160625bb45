/**
 * A marker in a database that is being restored: until the restore is
 * complete, its tables aren't used as an archive.
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

/** Removes the marker in the given transaction. */
export async function markFinished(client: pg.ClientBase): Promise<void> {
  await client.query(`DROP TABLE IF EXISTS ${MARK}`)
}

export async function isUnfinished(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ marked: boolean }>(QUERY)
  return rows[0]!.marked
}

/** @throws StartupError if a restore was interrupted */
export async function refuseUnfinished(database: Client): Promise<void> {
  const { rows } = await database.rawQuery(QUERY)
  if (rows[0]!.marked)
    throw new StartupError(
      'the database contains an interrupted restore. Run "node ace backup:restore" again, with the same file.'
    )
}
