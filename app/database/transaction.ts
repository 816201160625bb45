/**
 * Transactions on a connection of the driver itself, for what goes past
 * Lucid: imports, the rate-limit store, the preparation of the database.
 * Nothing else sends BEGIN or COMMIT (held by lint).
 */
import type pg from 'pg'
import { commitError, requireCommitted } from './commit_errors.js'

export type TransactionConnection = Pick<pg.ClientBase, 'query'>

/**
 * Does work in one transaction.
 *
 * @param client a connection of its own, not a pool
 * @param options with `snapshot`, all its statements see what the first of them sees
 * @returns the result of the work, after the server has confirmed COMMIT
 * @throws what the work throws, after a ROLLBACK; and what `commit` throws
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
  await client.query(`BEGIN${level}${readOnly ? ' READ ONLY' : ''}`)
}

/**
 * @throws the server's error or TransactionAborted when nothing was stored, CommitOutcomeUnknown when the answer is missing
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
