/**
 * Runs the statements of the resource engine straight through `pg`, as named
 * prepared statements whose rows stay text.
 */
import type pg from 'pg'
import type { ConnectionSettings } from './connection.js'
import { failSpan } from '#app/support/tracing/spans'
import { openPool } from './pool.js'
import type { NamedStatement } from './named_statement.js'
import { statementSpan } from './traced_statements.js'
import { TextQuery, type QueryConnection, type Row } from './text_query.js'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Maximum number of statements prepared on one connection; each plan takes about ten kilobytes. */
const MAX_PREPARED = 200

/** Settings of a session that runs statements of the resource engine. */
export const UTC_SESSION = '-c TimeZone=UTC -c DateStyle=ISO'

export type { Row }

export interface ReaderOptions {
  /** Timeout in milliseconds. */
  statementTimeout: number
  connections: number
  /** Application name in PostgreSQL. */
  application?: string
}

/** Statements prepared on a connection; the driver stores them without typing the property. */
interface PreparingClient extends Omit<pg.PoolClient, 'connection' | 'query'> {
  connection: QueryConnection
  query: pg.PoolClient['query'] & ((query: TextQuery) => TextQuery)
}

export class Reader {
  readonly #pool: pg.Pool

  constructor(
    connection: ConnectionSettings,
    { statementTimeout, connections, application = 'curia reader' }: ReaderOptions
  ) {
    this.#pool = openPool({
      ...connection,
      max: connections,
      connectionTimeoutMillis: statementTimeout,
      statement_timeout: statementTimeout,
      options: UTC_SESSION,
      application_name: application,
    })
  }

  /**
   * Runs one statement.
   *
   * @param statement SQL with `$1`, `$2` … for the values; a NamedStatement if it may be
   *   repeated
   * @returns the rows as arrays of text, in the order of the SELECT
   * @throws the driver's error; code 57014 after the timeout
   */
  async rows(statement: string | NamedStatement, values: unknown[]): Promise<Row[]> {
    const text = typeof statement === 'string' ? statement : statement.text
    const span = statementSpan(text)
    if (!span) return this.#run(statement, text, values)
    try {
      const rows = await this.#run(statement, text, values)
      span.end()
      return rows
    } catch (error) {
      failSpan(span, error)
      throw error
    }
  }

  async #run(statement: string | NamedStatement, text: string, values: unknown[]): Promise<Row[]> {
    const client = (await this.#pool.connect()) as unknown as PreparingClient
    try {
      const name = typeof statement === 'string' ? undefined : statement.nameForRun()
      if (name && !client.connection.parsedStatements[name]) await forgetIfFull(client)
      const rows = await client.query(new TextQuery(text, values, name)).rows
      client.release()
      return rows
    } catch (error) {
      client.release(isConnectionLoss(error) ? (error as Error) : undefined)
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}

async function forgetIfFull(client: PreparingClient): Promise<void> {
  if (Object.keys(client.connection.parsedStatements).length < MAX_PREPARED) return
  await client.query('DEALLOCATE ALL')
  client.connection.parsedStatements = {}
}

function isConnectionLoss(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === undefined || code.startsWith('57P') || code.startsWith('08')
}

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
