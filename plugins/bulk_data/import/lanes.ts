/**
 * Connections of an import. Lanes load chunks of a file in parallel, because
 * COPY uses one processor per connection. They commit in the order of the
 * chunks, so a checkpoint covers all earlier ones.
 */
import { availableParallelism } from 'node:os'
import pg from 'pg'
import { lockKey } from '#app/support/advisory_locks'
import { setTimeout as sleep } from 'node:timers/promises'

/** With more connections, the disk is the bottleneck. */
const MAX_LANES = 4
/** Advisory lock shared by all lanes except the first. */
const LOADING = lockKey('lane')

/** Loads a chunk and commits after `turn` is fulfilled. If `turn` is rejected, it doesn't commit. */
export type LaneWork = (client: pg.ClientBase, turn: Promise<void>) => Promise<void>

export class Lanes {
  readonly #clients: pg.Client[]
  readonly #width = Math.max(1, Math.min(MAX_LANES, availableParallelism()))
  #running: Promise<void>[] = []
  #last: Promise<void> = Promise.resolve()
  #next = 0

  /**
   * @param main connection of the first lane
   * @param connection settings of the other lanes, which are opened on demand
   */
  constructor(
    main: pg.Client,
    readonly connection: pg.ClientConfig
  ) {
    this.#clients = [main]
  }

  /** Waits for lanes of a killed import that are still running. */
  async waitForOthers(): Promise<void> {
    await this.#clients[0]!.query('SELECT pg_advisory_lock($1), pg_advisory_unlock($1)', [LOADING])
  }

  /**
   * Starts work on the next lane as soon as it is free.
   *
   * @throws the error of that lane's previous work
   */
  async add(work: LaneWork): Promise<void> {
    const lane = this.#next++ % this.#width
    await this.#running[lane]
    const client = (this.#clients[lane] ??= await this.#open())
    const task = work(client, this.#last)
    // The next caller awaits it; this prevents an unhandled rejection until then.
    task.catch(() => {})
    this.#running[lane] = this.#last = task
  }

  /**
   * Waits for all work started so far.
   *
   * @throws the first error
   */
  async flush(): Promise<void> {
    const running = this.#running
    this.#running = []
    this.#last = Promise.resolve()
    const outcomes = await Promise.allSettled(running)
    const failed = outcomes.find(({ status }) => status === 'rejected')
    if (failed) throw (failed as PromiseRejectedResult).reason
  }

  /** Closes all lanes except the first, which belongs to the caller. */
  async close(): Promise<void> {
    for (const client of this.#clients.splice(1)) await client.end().catch(() => {})
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client(this.connection)
    // Statements report a lost connection.
    client.on('error', () => {})
    await client.connect()
    await client.query('SELECT pg_advisory_lock_shared($1)', [LOADING])
    return client
  }
}

/** Milliseconds between two cancel requests. A request between two statements has no effect. */
const AGAIN = 100

/**
 * Runs work on a connection. An aborted signal cancels the current statement
 * and the following ones until the work fails.
 *
 * @param connection settings of a second connection that sends cancel requests
 * @throws the error of the canceled work
 */
export async function withCancellation<T>(
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
  // If canceling fails, the work runs to completion.
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
