/**
 * Transactions of knex, and so of Lucid, whose `commit()` resolves only after
 * the server has confirmed COMMIT. knex 3.3.0 swallows the error of COMMIT,
 * RELEASE, and BEGIN (`Transaction.query` catches it; only `executionPromise`
 * rejects, which Lucid does not await).
 */
import PgTransaction, {
  type PooledConnection,
} from 'knex/lib/dialects/postgres/execution/pg-transaction.js'
import PgClient from 'knex/lib/dialects/postgres/index.js'
import { beginWithSource } from './change_source.js'
import { commitError, requireCommitted } from './transaction.js'

/** Knex's arguments for statements that end a transaction or savepoint. */
const COMMITTED = 1
const ROLLED_BACK = 2

class ConfirmedTransaction extends PgTransaction {
  /**
   * Runs a transaction control statement: BEGIN, COMMIT, ROLLBACK, or
   * a savepoint statement.
   *
   * @returns knex's query object; undefined for a failed rollback, since the connection has ended with all changes
   * @throws the server's error, CommitOutcomeUnknown, or TransactionAborted
   */
  override async query(
    connection: PooledConnection,
    sql: string,
    status?: typeof COMMITTED | typeof ROLLED_BACK,
    value?: unknown
  ): Promise<unknown> {
    const isCommit = sql.startsWith('COMMIT')
    const isOver = this._completed
    const sent = this.trxClient.query(connection, beginWithSource(sql))
    if (status !== undefined) this._completed = true
    try {
      const answer = await sent
      if (isCommit) requireCommitted(answer.response.command)
      if (status === COMMITTED || (status === ROLLED_BACK && value === undefined))
        this._resolver(value)
      else if (status === ROLLED_BACK) this._rejecter(value)
      return answer
    } catch (error) {
      this._completed = true
      const reason = isCommit ? commitError(error) : error
      this._rejecter(reason)
      // The server's last messages may arrive before the end of the connection; the pool must not lend it in between.
      if (!isOver && (reason !== error || status === ROLLED_BACK))
        connection.__knex__disposed ??= reason
      if (status === ROLLED_BACK) return undefined
      throw reason
    }
  }
}

/** Makes every pg connection of knex use confirmed transactions, including savepoints. */
export function confirmCommits(): void {
  PgClient.prototype.transaction = function (...args: unknown[]) {
    return new ConfirmedTransaction(this, ...args)
  }
}
