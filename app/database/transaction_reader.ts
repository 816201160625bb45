import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Reader } from './reader.js'

interface DriverConnection {
  query(query: {
    text: string
    values: unknown[]
    rowMode: 'array'
  }): Promise<{ rows: (string | null)[][] }>
}

/**
 * Runs a statement of the resource engine within a transaction, bypassing
 * Lucid, which uses question marks as placeholders.
 *
 * @param text SQL with `$1`, `$2` … and text columns
 * @returns the rows as arrays, in the order of the SELECT
 */
export async function queryInTransaction(
  trx: TransactionClientContract,
  text: string,
  values: unknown[]
): Promise<(string | null)[][]> {
  // Within a transaction, the pool lends the transaction's own connection.
  const connection = (await trx.knexClient.client.acquireConnection()) as DriverConnection
  const { rows } = await connection.query({ text, values, rowMode: 'array' })
  return rows
}

/** A reader that sees the transaction's changes. */
export function transactionReader(trx: TransactionClientContract): Pick<Reader, 'rows'> {
  return {
    rows: (statement, values) =>
      queryInTransaction(trx, typeof statement === 'string' ? statement : statement.text, values),
  }
}
