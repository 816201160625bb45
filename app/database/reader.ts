/**
 * Runs the statements of the resource engine straight through `pg`, as named
 * prepared statements: an ORM or query builder costs two thirds of the speed
 * of a list (measured; see the architecture notes).
 */
import { createHash } from 'node:crypto'
import pg from 'pg'
import type { ConnectionSettings } from './connection.js'

/** Values come back as PostgreSQL's own text: timestamps keep their microseconds. */
const AS_TEXT = { getTypeParser: () => (value: unknown) => value }

/** Statements kept prepared on one connection; each holds a plan of some ten kilobytes. */
const MOST_PREPARED = 200
/** A statement is prepared from its third run on, so that one-off queries leave nothing behind. */
const RUNS_BEFORE_PREPARING = 3

export type Row = (string | null)[]

export interface ReaderOptions {
  /** Milliseconds. */
  statementTimeout: number
  connections: number
}

/** What a connection has prepared; the driver keeps it but does not type it. */
interface PreparingClient extends Omit<pg.PoolClient, 'connection'> {
  connection: { parsedStatements: Record<string, string> }
}

export class Reader {
  readonly #pool: pg.Pool
  readonly #seen = new Map<string, { runs: number; name: string }>()

  constructor(connection: ConnectionSettings, { statementTimeout, connections }: ReaderOptions) {
    this.#pool = new pg.Pool({
      ...connection,
      max: connections,
      connectionTimeoutMillis: statementTimeout,
      statement_timeout: statementTimeout,
      options: '-c TimeZone=UTC -c DateStyle=ISO',
      application_name: 'curia reader',
    })
    this.#pool.on('error', () => {})
  }

  /**
   * Runs one statement.
   *
   * @param text SQL with `$1`, `$2` … for the values
   * @returns the rows as arrays of text, in the order of the SELECT
   * @throws the driver's error; code 57014 when the time limit was reached
   */
  async rows(text: string, values: unknown[]): Promise<Row[]> {
    const client = (await this.#pool.connect()) as unknown as PreparingClient
    try {
      const name = this.#statementName(text)
      if (name && !client.connection.parsedStatements[name]) await forgetIfFull(client)
      const result = await client.query({
        name,
        text,
        values,
        rowMode: 'array',
        types: AS_TEXT,
      } as pg.QueryArrayConfig)
      client.release()
      return result.rows
    } catch (error) {
      client.release(isConnectionLoss(error) ? (error as Error) : undefined)
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  /** The least recently used statement makes room for a new one. */
  #statementName(text: string): string | undefined {
    const known = this.#seen.get(text)
    if (known) {
      this.#seen.delete(text)
      this.#seen.set(text, known)
      known.runs++
      return known.runs >= RUNS_BEFORE_PREPARING ? known.name : undefined
    }
    if (this.#seen.size >= MOST_PREPARED) this.#seen.delete(this.#seen.keys().next().value!)
    this.#seen.set(text, { runs: 1, name: createHash('sha1').update(text).digest('base64url') })
    return undefined
  }
}

async function forgetIfFull(client: PreparingClient): Promise<void> {
  if (Object.keys(client.connection.parsedStatements).length < MOST_PREPARED) return
  await client.query('DEALLOCATE ALL')
  client.connection.parsedStatements = {}
}

function isConnectionLoss(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === undefined || code.startsWith('57P') || code.startsWith('08')
}
