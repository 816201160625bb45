import pg from 'pg'
import { withSource } from '#app/database/change_source'
import type { ConnectionSettings } from '#app/database/connection'
import { UTC_SESSION } from '#app/database/reader'

/**
 * Runs work with a separate connection, whose transactions have the source `mirror`.
 *
 * @param name shown in the database's list of connections
 */
export async function withClient<T>(
  connection: ConnectionSettings,
  name: string,
  work: (client: pg.Client) => Promise<T>
): Promise<T> {
  const client = new pg.Client({ ...connection, options: UTC_SESSION, application_name: name })
  // A lost connection is reported by the next statement.
  client.on('error', () => {})
  await client.connect()
  try {
    return await withSource({ source: 'mirror' }, () => work(client))
  } finally {
    await client.end()
  }
}
