/**
 * Faults in connections of the main pool: the k-th statement of some work fails
 * with a server error or a lost connection.
 */
import app from '@adonisjs/core/services/app'
import pg from 'pg'

/**
 * - `refused`: the server returns an error and its transaction is aborted;
 * - `cut`: the connection ends before the statement is sent;
 * - `unanswered`: the connection ends after the statement is sent.
 */
export type Fault = 'refused' | 'cut' | 'unanswered'

/** Statement that the server rejects, which aborts its transaction. */
const REFUSED = 'SELECT curia_injected_fault'

type Query = (this: pg.Client, ...given: unknown[]) => unknown
interface Connected {
  connection: { stream: { destroy: () => void } }
}

export interface FaultPlace {
  /** Number of the statement that fails, from 1. 0 for none. */
  failing: number
  fault?: Fault
  /** Statements that count. By default, all. */
  counts?: (statement: string) => boolean
}

export interface FaultReport<T> {
  result: T
  /** Counted statements in order. The last one is the failed statement. */
  statements: string[]
}

/** Counts the statements that work sends through the Lucid pool, and makes one of them fail. */
export async function withFault<T>(
  { failing, fault = 'refused', counts = () => true }: FaultPlace,
  work: () => Promise<T>
): Promise<FaultReport<T>> {
  const pooled = await pooledClients()
  const original = pg.Client.prototype.query as unknown as Query
  const statements: string[] = []
  const injected: Query = function (...given) {
    const text = textOf(given[0])
    if (!pooled(this) || text === undefined || !counts(text)) return original.apply(this, given)
    statements.push(text)
    if (statements.length !== failing) return original.apply(this, given)
    return fail(this, fault, text, given, original)
  }
  pg.Client.prototype.query = injected as never
  try {
    const result = await work()
    return { result, statements }
  } finally {
    pg.Client.prototype.query = original as never
  }
}

/** The Lucid pool, whose connections have no application name. */
async function pooledClients(): Promise<(client: pg.Client) => boolean> {
  const database = await app.container.make('lucid.db')
  const { client } = database.connection().getWriteClient() as unknown as {
    client: { connectionSettings: { host?: string; database?: string } }
  }
  return (candidate) => {
    const { application_name: name } = candidate as unknown as { application_name?: string }
    const { connectionParameters } = candidate as unknown as {
      connectionParameters: { application_name?: string; database?: string }
    }
    return (
      !name &&
      !connectionParameters.application_name &&
      connectionParameters.database === client.connectionSettings.database
    )
  }
}

function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  return (query as { text?: string } | undefined)?.text
}

function fail(
  client: pg.Client,
  fault: Fault,
  text: string,
  given: unknown[],
  original: Query
): unknown {
  const { stream } = (client as unknown as Connected).connection
  if (fault === 'cut') {
    stream.destroy()
    return original.apply(client, given)
  }
  if (fault === 'unanswered') {
    const sent = original.apply(client, given)
    // Loopback sockets accept a write immediately: the statement is delivered, but its response isn't.
    stream.destroy()
    return sent
  }
  const failing = text.startsWith('COMMIT') ? `ROLLBACK; ${REFUSED}` : REFUSED
  const [query, ...others] = given
  const replaced =
    typeof query === 'string' ? failing : { ...(query as object), text: failing, values: [] }
  return original.apply(client, [
    replaced,
    ...others.map((other) => (typeof other === 'function' ? other : [])),
  ])
}
