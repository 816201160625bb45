/**
 * Transactions on a connection of the driver itself, for code that bypasses
 * Lucid: imports, the rate-limit store, database setup.
 * No other code sends BEGIN or COMMIT (checked by lint).
 */
import type pg from 'pg'
import { beginWithSource } from './change_source.js'

export type TransactionConnection = Pick<pg.ClientBase, 'query'>

/**
 * Runs work in one transaction.
 *
 * @param client a single connection, not a pool
 * @param options with `snapshot`, all statements see the snapshot of the first
 * @returns the result of the work, after the server has confirmed COMMIT
 * @throws errors of the work, after a ROLLBACK, and errors of `commit`
 */
export async function inTransaction<T>(
  client: TransactionConnection,
  work: () => Promise<T>,
  { readOnly = false, snapshot = false }: { readOnly?: boolean; snapshot?: boolean } = {}
): Promise<T> {
  await begin(client, readOnly, snapshot)
  let result: T
  try {
    result = await work()
  } catch (error) {
    await rollback(client)
    throw error
  }
  await commit(client)
  return result
}

/** Begins a transaction that another function ends, with `commit` or `rollback`. */
export async function begin(
  client: TransactionConnection,
  readOnly = false,
  snapshot = false
): Promise<void> {
  const level = snapshot ? ' ISOLATION LEVEL REPEATABLE READ' : ''
  await client.query(beginWithSource(`BEGIN${level}${readOnly ? ' READ ONLY' : ''}`))
}

/**
 * @throws the server's error or TransactionAborted if nothing was stored, CommitOutcomeUnknown
 *   if there was no response
 */
export async function commit(client: TransactionConnection): Promise<void> {
  try {
    const { command } = await client.query('COMMIT')
    requireCommitted(command)
  } catch (error) {
    throw commitError(error)
  }
}

/** Never throws: a connection that cannot roll back has ended, and its transaction with it. */
export async function rollback(client: TransactionConnection): Promise<void> {
  await client.query('ROLLBACK').catch(() => {})
}

/** The server responded to COMMIT with ROLLBACK: an earlier statement had failed and its error was swallowed. */
export class TransactionAborted extends Error {
  override name = 'TransactionAborted'

  constructor() {
    super('COMMIT rolled the transaction back because an earlier statement in it had failed.')
  }
}

/** The connection ended between COMMIT and its response: the transaction may or may not be stored. */
export class CommitOutcomeUnknown extends Error {
  override name = 'CommitOutcomeUnknown'

  constructor(cause: unknown) {
    super('The connection to the database was lost during COMMIT; its outcome is unknown.', {
      cause,
    })
  }
}

/** SQLSTATE classes with which the server ends a connection: 08 (connection exception), 57P (operator intervention). */
const CONNECTION_ENDED = /^(08|57P)/
const SQLSTATE = /^[0-9A-Z]{5}$/

/**
 * The meaning of a failed COMMIT. Only a server error that leaves the
 * connection open proves that nothing was stored.
 *
 * @param error the driver's error
 * @returns the error itself if the server rejected COMMIT, CommitOutcomeUnknown if there was no
 *   response
 */
export function commitError(error: unknown): unknown {
  if (error instanceof TransactionAborted) return error
  const { code } = error as { code?: unknown }
  const refused = typeof code === 'string' && SQLSTATE.test(code) && !CONNECTION_ENDED.test(code)
  return refused ? error : new CommitOutcomeUnknown(error)
}

/**
 * Checks the server's response to COMMIT: not an error, but the tag ROLLBACK,
 * if the transaction had failed before (PostgreSQL, "COMMIT", Notes).
 *
 * @param command tag of the response
 * @throws TransactionAborted
 */
export function requireCommitted(command: string): void {
  if (command !== 'COMMIT') throw new TransactionAborted()
}
