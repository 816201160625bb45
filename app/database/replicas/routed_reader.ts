import type { ConnectionSettings } from '../connection.js'
import type { NamedStatement } from '../named_statement.js'
import { Reader, type ReaderOptions, type Row } from '../reader.js'
import type { ReplicaSet } from './replica_set.js'
import type { WritePositions } from './write_positions.js'
import { AsyncLocalStorage } from 'node:async_hooks'

/** SQLSTATE of a read that the replay of the log cancelled (serialization_failure). */
const CANCELLED_BY_REPLAY = '40001'

export interface Routing {
  replicas: ReplicaSet<Reader>
  positions: WritePositions
  close: () => Promise<void>
}

/** A reader that has lists and records answered by replicas (`onReplicas`), all else by the primary. */
export class RoutedReader extends Reader {
  constructor(
    connection: ConnectionSettings,
    options: ReaderOptions,
    readonly routing: Routing
  ) {
    super(connection, options)
  }

  override async rows(statement: string | NamedStatement, values: unknown[]): Promise<Row[]> {
    const route = currentRoute()
    const needed = route && (await this.routing.positions.neededBy(route.caller))
    const chosen = needed === undefined ? undefined : this.routing.replicas.choose(needed)
    if (!chosen) return super.rows(statement, values)
    try {
      return await chosen.reader.rows(statement, values)
    } catch (error) {
      const { code = '' } = error as { code?: string }
      // Mistakes and timeouts are the same on the primary.
      if (/^\d/.test(code) && !/^(?:08|57P|53)/.test(code) && code !== CANCELLED_BY_REPLAY)
        throw error
      if (code !== CANCELLED_BY_REPLAY) chosen.failed()
      return super.rows(statement, values)
    }
  }

  override async close(): Promise<void> {
    await this.routing.close()
    await super.close()
  }
}

/** Who reads: what this caller wrote must be seen. */
interface Route {
  /** Key of the account; undefined: anonymous. */
  caller: string | undefined
}

const routes = new AsyncLocalStorage<Route>()

/** Runs reads of lists and records that a replica may answer. */
export function onReplicas<T>(caller: string | undefined, read: () => Promise<T>): Promise<T> {
  return routes.run({ caller }, read)
}

/** @returns undefined for everything that the primary must answer */
function currentRoute(): Route | undefined {
  return routes.getStore()
}
