/**
 * A connection for reading large parts of the archive: without a statement
 * timeout, and through cursors, so that no complete result is in memory.
 */
import pg from 'pg'
import type { ConnectionSettings } from '#app/database/connection'
import { begin, inTransaction } from '#app/database/transaction'
import { literal } from '#app/support/sql_text'
import { Interrupted } from '#app/support/interrupted'

/** Milliseconds after a signal in which work may reach a safe stopping point. */
const GRACE = 1_000

/** A state of the database that a connection sees until it is closed. */
export interface FrozenState {
  /** For `freeze` of other connections. */
  id: string
  /** The transactions that it contains (`pg_snapshot`). */
  snapshot: string
}

export class ArchiveConnection {
  readonly #client: pg.Client
  readonly #connection: ConnectionSettings
  #cursors = 0
  #isGivenUp = false
  #giveUp: NodeJS.Timeout | undefined
  #unwatch = () => {}

  private constructor(client: pg.Client, connection: ConnectionSettings) {
    this.#client = client
    this.#connection = connection
  }

  /** @param signal cancels statements that are still running a second after it is raised */
  static async open(
    connection: ConnectionSettings,
    signal?: AbortSignal
  ): Promise<ArchiveConnection> {
    const client = new pg.Client({
      ...connection,
      options: '-c TimeZone=UTC -c DateStyle=ISO -c statement_timeout=0',
      application_name: 'curia indexer',
    })
    // Pending queries reject with the connection error.
    client.on('error', () => {})
    await client.connect()
    const archive = new ArchiveConnection(client, connection)
    if (signal) archive.#watch(signal)
    return archive
  }

  /**
   * Rows as arrays; 64-bit numbers are text, JSON is parsed.
   *
   * @throws Interrupted a second after the signal
   */
  async rows<R extends unknown[]>(text: string, values: unknown[]): Promise<R[]> {
    if (this.#isGivenUp) throw new Interrupted()
    try {
      const { rows } = await this.#client.query<R>({ text, values, rowMode: 'array' })
      return rows
    } catch (error) {
      throw this.#isGivenUp ? new Interrupted() : error
    }
  }

  /** Rows in batches of `size`; only inside `reading`. */
  async *portions<R extends unknown[]>(
    text: string,
    values: unknown[],
    size: number
  ): AsyncGenerator<R[]> {
    const name = `portions_${++this.#cursors}`
    await this.rows(`DECLARE ${name} NO SCROLL CURSOR FOR ${text}`, values)
    try {
      for (;;) {
        const rows = await this.rows<R>(`FETCH ${size} FROM ${name}`, [])
        if (rows.length) yield rows
        if (rows.length < size) return
      }
    } finally {
      await this.#client.query(`CLOSE ${name}`).catch(() => {})
    }
  }

  /** Runs a function that reads through cursors. */
  async reading<T>(work: () => Promise<T>): Promise<T> {
    return inTransaction(this.#client, work, { readOnly: true })
  }

  /**
   * From now on, all statements see one state of the database. `reading` isn't possible.
   *
   * @param exported ID of a state that another connection sees; by default, the current state
   */
  async freeze(exported?: string): Promise<FrozenState> {
    await begin(this.#client, true, true)
    if (exported !== undefined) await this.rows(`SET TRANSACTION SNAPSHOT ${literal(exported)}`, [])
    const [[id, snapshot] = []] = await this.rows<[string, string]>(
      'SELECT pg_export_snapshot(), pg_current_snapshot()::text',
      []
    )
    return { id: id!, snapshot: snapshot! }
  }

  async close(): Promise<void> {
    clearTimeout(this.#giveUp)
    this.#unwatch()
    await this.#client.end().catch(() => {})
  }

  #watch(signal: AbortSignal): void {
    const raised = () => {
      this.#giveUp = setTimeout(() => void this.#cancel(), GRACE)
    }
    if (signal.aborted) return raised()
    signal.addEventListener('abort', raised, { once: true })
    this.#unwatch = () => signal.removeEventListener('abort', raised)
  }

  async #cancel(): Promise<void> {
    this.#isGivenUp = true
    const other = new pg.Client(this.#connection)
    other.on('error', () => {})
    try {
      await other.connect()
      await other.query('SELECT pg_cancel_backend($1)', [
        (this.#client as pg.Client & { processID: number }).processID,
      ])
    } catch {
      // If the database is down, the statement has already ended.
    } finally {
      await other.end().catch(() => {})
    }
  }
}

/** Runs a function with a dedicated connection. @param signal as for `ArchiveConnection.open` */
export async function withArchive<T>(
  connection: ConnectionSettings,
  signal: AbortSignal,
  work: (archive: ArchiveConnection) => Promise<T>
): Promise<T> {
  const archive = await ArchiveConnection.open(connection, signal)
  try {
    return await work(archive)
  } finally {
    await archive.close()
  }
}
