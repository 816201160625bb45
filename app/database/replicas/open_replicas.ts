/**
 * The reader of this process with the configured replicas.
 */
import type { ConnectionSettings } from '../connection.js'
import type { PgNotifications } from '../notifications.js'
import { openPool } from '../pool.js'
import { Reader, type ReaderOptions } from '../reader.js'
import { ReplicaSet, type Replica } from './replica_set.js'
import { RoutedReader } from './routed_reader.js'
import { WritePositions } from './write_positions.js'

/** Milliseconds until a replica counts as unavailable. */
const ANSWERS_WITHIN = 2_000

export interface OpenReplicas {
  primary: ConnectionSettings
  urls: readonly string[]
  notifications: PgNotifications
  options: ReaderOptions
  notice: (line: string) => void
}

/** Connects to the primary and to all reachable replicas. */
export async function openRoutedReader(open: OpenReplicas): Promise<RoutedReader> {
  const { primary, urls, notifications, options, notice } = open
  const pool = openPool({
    ...primary,
    max: 3,
    connectionTimeoutMillis: ANSWERS_WITHIN,
    statement_timeout: ANSWERS_WITHIN,
    application_name: 'curia positions',
  })
  const positions = new WritePositions(pool, notifications)
  await positions.listen()
  const replicas = new ReplicaSet<Reader>({
    replicas: urls.map((url) => openReplica(url, options)),
    primaryPosition: async () => {
      const { rows } = await pool.query('SELECT pg_current_wal_lsn()::text AS position')
      return rows[0].position
    },
    notice,
  })
  await replicas.look()
  return new RoutedReader(primary, options, {
    replicas,
    positions,
    close: async () => {
      await replicas.close()
      await pool.end()
    },
  })
}

function openReplica(url: string, options: ReaderOptions): Replica<Reader> {
  const connection = { connectionString: url }
  const reader = new Reader(connection, { ...options, application: 'curia replica reader' })
  // A dedicated connection: busy readers must not make the replica look unavailable.
  const pool = openPool({
    ...connection,
    max: 1,
    connectionTimeoutMillis: ANSWERS_WITHIN,
    query_timeout: ANSWERS_WITHIN,
    application_name: 'curia replica position',
  })
  const { host, pathname } = new URL(url)
  return {
    name: host + pathname,
    reader,
    position: async () => {
      const { rows } = await pool.query('SELECT pg_last_wal_replay_lsn()::text AS position')
      return rows[0].position
    },
    close: async () => {
      await Promise.all([reader.close(), pool.end()])
    },
  }
}
