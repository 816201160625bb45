/**
 * A connection for reading large parts of the archive: without a time limit,
 * and through cursors, so that no result is in memory whole.
 */
import pg from 'pg'
import type { ConnectionSettings } from '#app/database/connection'
import { inTransaction } from '#app/database/transaction'

export class ArchiveConnection {
  readonly #client: pg.Client
  #cursors = 0

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async open(connection: ConnectionSettings): Promise<ArchiveConnection> {
    const client = new pg.Client({
      ...connection,
      options: '-c TimeZone=UTC -c DateStyle=ISO -c statement_timeout=0',
      application_name: 'curia indexer',
    })
    // Callers that wait for a result get the error of a lost connection.
    client.on('error', () => {})
    await client.connect()
    return new ArchiveConnection(client)
  }

  /** Rows as arrays; numbers of 64 bits are text, JSON is parsed. */
  async rows<R extends unknown[]>(text: string, values: unknown[]): Promise<R[]> {
    const { rows } = await this.#client.query<R>({ text, values, rowMode: 'array' })
    return rows
  }

  /** Rows in portions of `size`; only inside `reading`. */
  async *portions<R extends unknown[]>(
    text: string,
    values: unknown[],
    size: number
  ): AsyncGenerator<R[]> {
    const name = `portions_${++this.#cursors}`
    await this.#client.query(`DECLARE ${name} NO SCROLL CURSOR FOR ${text}`, values)
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

  /** Runs what reads through cursors. */
  async reading<T>(work: () => Promise<T>): Promise<T> {
    return inTransaction(this.#client, work, { readOnly: true })
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => {})
  }
}
