import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Milliseconds between two attempts: the one before may have come between two statements. */
const AGAIN = 100

/**
 * Does work on a connection that a signal cancels: the statement under way,
 * and those after it, until the work has failed.
 *
 * @param connection for another connection, which cancels
 * @throws what the cancelled work throws
 */
export async function cancelledBy<T>(
  signal: AbortSignal | undefined,
  client: pg.ClientBase,
  connection: pg.ClientConfig,
  work: () => Promise<T>
): Promise<T> {
  if (!signal) return work()
  signal.throwIfAborted()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const ended = new AbortController()
  let cancelling: Promise<void> | undefined
  // Where it cannot be cancelled the work continues to its end.
  const cancel = () => {
    cancelling = keepCancelling(connection, rows[0]!.pid, ended.signal).catch(() => {})
  }
  signal.addEventListener('abort', cancel)
  try {
    return await work()
  } finally {
    ended.abort()
    signal.removeEventListener('abort', cancel)
    await cancelling
  }
}

async function keepCancelling(
  connection: pg.ClientConfig,
  backend: number,
  ended: AbortSignal
): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    while (!ended.aborted) {
      await client.query('SELECT pg_cancel_backend($1)', [backend])
      await sleep(AGAIN)
    }
  } finally {
    await client.end()
  }
}
