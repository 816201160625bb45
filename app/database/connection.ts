/**
 * Opens and checks the database of this process.
 */
import pg from 'pg'
import { StartupError } from '#app/support/startup_error'
import { ClusterLease } from './cluster_lease.js'
import { EmbeddedCluster } from './embedded_cluster.js'

export type ConnectionSettings = pg.ClientConfig

/** The database of this process; a class, so that the container can inject it. */
export abstract class OpenDatabase {
  abstract connection: ConnectionSettings
  /** True for the private cluster of the data folder. */
  abstract embedded: boolean
  /** Readable location of the data, for messages. */
  abstract place: string
  /** Closes the database; its last user stops the private cluster. */
  abstract close: () => Promise<void>
}

export interface DatabaseOptions {
  dataDir: string
  databaseUrl: string | null
  durable?: boolean
  /** Web processes that share the database. */
  processes?: number
  notice?: (line: string) => void
}

const MIN_SERVER_VERSION = 15
const CONNECT_TIMEOUT = 10_000

/**
 * Opens the configured database: the database of `DATABASE_URL`, or the
 * private cluster of the data folder, which is started if necessary.
 *
 * @throws StartupError if it is unreachable or unusable
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  if (options.databaseUrl) {
    const connection = { connectionString: options.databaseUrl }
    await checkServer(connection, options.databaseUrl)
    return {
      connection,
      embedded: false,
      place: withoutPassword(options.databaseUrl),
      close: async () => {},
    }
  }
  const cluster = new EmbeddedCluster(options)
  const lease = await ClusterLease.take(cluster)
  return {
    connection: cluster.connection(),
    embedded: true,
    place: cluster.folder,
    close: () => lease.release(),
  }
}

async function checkServer(connection: ConnectionSettings, url: string): Promise<void> {
  const place = withoutPassword(url)
  let client: pg.Client
  try {
    client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT })
    client.on('error', () => {})
    await client.connect()
  } catch (error) {
    throw new StartupError(
      `cannot reach the database of DATABASE_URL, ${place}: ${reasonOf(error)}`
    )
  }
  try {
    const { rows } = await client.query(
      `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
              current_setting('server_encoding') AS encoding`
    )
    const [{ version, name, encoding }] = rows
    if (version < MIN_SERVER_VERSION * 10_000) {
      throw new StartupError(
        `${place} is PostgreSQL ${name}; Curia requires ${MIN_SERVER_VERSION} or later.`
      )
    }
    if (encoding !== 'UTF8') {
      throw new StartupError(
        `${place} has encoding ${encoding}; Curia requires a database with encoding UTF8.`
      )
    }
  } finally {
    await client.end()
  }
}

function withoutPassword(url: string): string {
  try {
    const { protocol, username, host, pathname } = new URL(url)
    return `${protocol}//${username ? `${username}@` : ''}${host}${pathname}`
  } catch {
    return '(not a valid URL)'
  }
}

function reasonOf(error: unknown): string {
  const { code, message, errors } = error as Error & { code?: string; errors?: Error[] }
  return message || errors?.[0]?.message || code || 'unknown reason'
}
