/**
 * Errors of an unavailable or busy database. They aren't bugs and repeat during
 * an outage, so each is logged in one line.
 */
import type { Logger } from '@adonisjs/core/logger'

/** SQLSTATE of a server that ends, is ended, is not up yet, or takes no more connections; class 08 are connections. */
const SERVER_AWAY = /^(?:08|57P0[123]|53300)/

/** Codes of sockets to a server that is away. Of other calls they mean something else (ENOENT of a file). */
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

/** What driver and knex say of a connection that has ended, and knex of a transaction that ended with it. */
const CONNECTION_ENDED =
  /Connection terminated|Connection ended unexpectedly|has encountered a connection error|Client was closed|Transaction query already complete/

/** What pools say when no connection became free: pg-pool and knex. */
const POOL_FULL = /timeout exceeded when trying to connect|The pool is probably full/

type DatabaseError = Error & { code?: string; syscall?: string; errors?: unknown[] }

/** Whether all connections of a pool were in use for as long as one may wait. */
export function isPoolFull(error: unknown): boolean {
  return POOL_FULL.test((error as Error | undefined)?.message ?? '')
}

/** Whether an error says that the database is away. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', syscall, message, errors } = (error ?? {}) as DatabaseError
  // Of a host with several addresses each has its error.
  if (errors?.length) return errors.every(isDatabaseAway)
  if (SERVER_AWAY.test(code) || CONNECTION_ENDED.test(message)) return true
  return SOCKET_CODES.has(code) && (syscall === undefined || SOCKET_CALLS.has(syscall))
}

/**
 * Logs a failure: while the database is away or busy as a warning of one line,
 * anything else as an error with its stack.
 */
export function logFailure(
  logger: Pick<Logger, 'warn' | 'error'>,
  error: unknown,
  message: string,
  fields: object = {}
): void {
  if (isDatabaseAway(error) || isPoolFull(error))
    logger.warn(fields, `${message}: ${(error as Error).message}`)
  else logger.error({ err: error, ...fields }, message)
}
