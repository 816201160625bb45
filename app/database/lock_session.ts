/**
 * A connection that holds advisory locks: a process that dies loses them with
 * it. Keepalives on both sides detect a dead machine.
 */
import pg from 'pg'

/** Milliseconds until our side detects a dead peer if the network reports nothing. */
const KEEP_ALIVE = 2_000
/** The database's side: it releases the locks of a dead machine within four seconds. */
const SERVER_KEEP_ALIVE =
  '-c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=2'

/**
 * Opens a connection for locks.
 *
 * @param purpose its name in the database's list of sessions
 * @throws the driver's error when the database is unreachable
 */
export async function openLockSession(
  connection: pg.ClientConfig,
  purpose: string
): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE,
    options: SERVER_KEEP_ALIVE,
    application_name: purpose,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}
