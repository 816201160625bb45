import type { ConnectionSettings } from '../connection.js'
import type { NamedStatement } from '../named_statement.js'
import { Reader, type ReaderOptions, type Row } from '../reader.js'
import type { ReplicaSet } from './replica_set.js'
import type { WritePositions } from './write_positions.js'
import { AsyncLocalStorage } from 'node:async_hooks'

/** SQLSTATE of a read canceled by log replay (serialization_failure). */
const CANCELLED_BY_REPLAY = '40001'

export interface Routing {
  replicas: ReplicaSet<Reader>
  positions: WritePositions
  close: () => Promise<void>
}

/** A reader that sends reads of lists and records to replicas (`onReplicas`) and everything else to the primary. */
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
      // Invalid statements and timeouts would fail on the primary, too.
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

/** The caller, who must see their own writes. */
interface Route {
  /** Key of the account; undefined: anonymous. */
  caller: string | undefined
}

const routes = new AsyncLocalStorage<Route>()

/** Runs reads of lists and records that a replica can serve. */
export function readFromReplicas<T>(
  caller: string | undefined,
  read: () => Promise<T>
): Promise<T> {
  return routes.run({ caller }, read)
}

/** @returns undefined for reads that need the primary */
function currentRoute(): Route | undefined {
  return routes.getStore()
}
