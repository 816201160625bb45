/**
 * Connections that load chunks of one file side by side. COPY keeps one
 * processor busy per connection; the order of the commits stays that of the
 * chunks, so a checkpoint always means "everything up to here".
 */
import { availableParallelism } from 'node:os'
import pg from 'pg'
import { lockKey } from '#app/support/advisory_locks'
import { setTimeout as sleep } from 'node:timers/promises'

/** More connections than this wait for the disk, not for processors. */
const MAX_LANES = 4
/** Advisory lock every further lane shares. */
const LOADING = lockKey('lane')

/** Loads one chunk; commits only after `turn`, and not at all when it fails. */
export type LaneWork = (client: pg.ClientBase, turn: Promise<void>) => Promise<void>

export class Lanes {
  readonly #clients: pg.Client[]
  readonly #width = Math.max(1, Math.min(MAX_LANES, availableParallelism()))
  #running: Promise<void>[] = []
  #last: Promise<void> = Promise.resolve()
  #next = 0

  /**
   * @param main is the first lane
   * @param connection of the others, opened when there is work for them
   */
  constructor(
    main: pg.Client,
    readonly connection: pg.ClientConfig
  ) {
    this.#clients = [main]
  }

  /** Waits until no lane of an importer that was killed is still at work. */
  async waitForOthers(): Promise<void> {
    await this.#clients[0]!.query('SELECT pg_advisory_lock($1), pg_advisory_unlock($1)', [LOADING])
  }

  /**
   * Gives work to the next lane, as soon as it is free.
   *
   * @throws what earlier work of that lane failed with
   */
  async add(work: LaneWork): Promise<void> {
    const lane = this.#next++ % this.#width
    await this.#running[lane]
    const client = (this.#clients[lane] ??= await this.#open())
    const task = work(client, this.#last)
    // Awaited by the next caller; a failure in between must not end the process.
    task.catch(() => {})
    this.#running[lane] = this.#last = task
  }

  /**
   * Waits for all work given so far.
   *
   * @throws what the first of it failed with
   */
  async flush(): Promise<void> {
    const running = this.#running
    this.#running = []
    this.#last = Promise.resolve()
    const outcomes = await Promise.allSettled(running)
    const failed = outcomes.find(({ status }) => status === 'rejected')
    if (failed) throw (failed as PromiseRejectedResult).reason
  }

  /** Closes every lane but the first, which is the caller's. */
  async close(): Promise<void> {
    for (const client of this.#clients.splice(1)) await client.end().catch(() => {})
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client(this.connection)
    // Statements get the error of a lost connection.
    client.on('error', () => {})
    await client.connect()
    await client.query('SELECT pg_advisory_lock_shared($1)', [LOADING])
    return client
  }
}

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
