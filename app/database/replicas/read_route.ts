/**
 * Marks reads that may be answered by a replica, for everything that is
 * called from there.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

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
export function currentRoute(): Route | undefined {
  return routes.getStore()
}
