/**
 * Checks the database on a dedicated connection: a pool exhausted by requests
 * doesn't mean that the database is unhealthy.
 */
import pg from 'pg'
import type { ConnectionSettings } from './connection.js'

/** Timeout in milliseconds. */
const TIMEOUT = 5_000
/** Milliseconds for which the connection is kept for the next check. */
const KEPT = 60_000

export class HealthCheck {
  readonly #pool: pg.Pool
  #running: Promise<void> | undefined

  constructor(connection: ConnectionSettings) {
    this.#pool = new pg.Pool({
      ...connection,
      max: 1,
      connectionTimeoutMillis: TIMEOUT,
      query_timeout: TIMEOUT,
      idleTimeoutMillis: KEPT,
      application_name: 'curia health',
    })
    this.#pool.on('error', () => {})
  }

  /**
   * Runs one check shared by concurrent callers.
   *
   * @throws the driver's error when the database does not respond
   */
  run(): Promise<void> {
    this.#running ??= this.#pool
      .query('SELECT 1')
      .then(() => {})
      .finally(() => (this.#running = undefined))
    return this.#running
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}
