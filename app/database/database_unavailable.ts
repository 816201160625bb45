/**
 * Errors of an unavailable or busy database. They aren't bugs and repeat during
 * an outage, so each is logged in one line.
 */
import type { Logger } from '@adonisjs/core/logger'
import pg from 'pg'
import { EngineUnavailable } from '#app/search_engine/engine'
import type { ConnectionSettings } from './connection.js'

/** SQLSTATE of a server that is stopping, starting, or out of connections, or that ended the session; class 08: connection errors. */
const SERVER_AWAY = /^(?:08|57P0[123]|53300)/

/** Socket error codes of an unreachable server. Other calls use them with other meanings (ENOENT of a file). */
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])
const SOCKET_CALLS = new Set(['connect', 'getaddrinfo', 'read', 'write'])

/** Messages of the driver and knex for a connection that has ended, and of knex for its transaction. */
const CONNECTION_ENDED =
  /Connection terminated|Connection ended unexpectedly|has encountered a connection error|Client was closed|Transaction query already complete/

/** Messages of the pools when no connection became available: pg-pool and knex. */
const POOL_FULL = /timeout exceeded when trying to connect|The pool is probably full/

type DatabaseError = Error & { code?: string; syscall?: string; errors?: unknown[] }

/** Whether all connections of a pool were in use until the timeout. */
export function isPoolFull(error: unknown): boolean {
  return POOL_FULL.test((error as Error | undefined)?.message ?? '')
}

/** Whether an error means that the database is unavailable. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', syscall, message, errors } = (error ?? {}) as DatabaseError
  // For a host with several IP addresses, each has an error.
  if (errors?.length) return errors.every(isDatabaseAway)
  if (SERVER_AWAY.test(code) || CONNECTION_ENDED.test(message)) return true
  return SOCKET_CODES.has(code) && (syscall === undefined || SOCKET_CALLS.has(syscall))
}

/**
 * Logs a failure: as a one-line warning if the database is unavailable or busy or the search
 * engine is unavailable, otherwise as an error with its stack.
 */
export function logFailure(
  logger: Pick<Logger, 'warn' | 'error'>,
  error: unknown,
  message: string,
  fields: object = {}
): void {
  if (isDatabaseAway(error) || isPoolFull(error) || error instanceof EngineUnavailable)
    logger.warn(fields, `${message}: ${(error as Error).message}`)
  else logger.error({ err: error, ...fields }, message)
}

/** Timeout in milliseconds. */
const TIMEOUT = 5_000
/** Milliseconds for which the connection is kept for the next check. */
const KEPT = 60_000

/**
 * Checks the database on a dedicated connection: a pool exhausted by requests
 * doesn't mean that the database is unhealthy.
 */
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
   * @throws the driver's error if the database does not respond
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
