/** Entry point of the thread that matches many documents. It sends hits to the main thread, which records them. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ConnectionSettings } from '#app/database/connection'
import type { Change, Cursor } from '#app/events/change_log'
import type { SearchIndexDefinition } from '#app/search/define_search_index'
import { ThreadCalls } from '#app/support/thread_calls'
import { lowerThreadPriority } from '#app/support/start_thread'
import { AlertMatcher, type MatchedQueries } from './alert_matcher.js'
import type { AlertQuery, Hit } from './match_parent.js'
import { QueryIndex } from './query_index.js'
import type { LeftParents } from './sweep_queue.js'

export interface MatchingThreadData {
  indexes: SearchIndexDefinition[]
  connection: ConnectionSettings
}

lowerThreadPriority()
const { indexes, connection } = workerData as MatchingThreadData
let stop = new AbortController()
const queries = new Map<string, QueryIndex<AlertQuery>>()
let version = 0
const calls = new ThreadCalls(parentPort!, {
  abort: () => stop.abort(),
  /** Forgets all queries. */
  clear: () => {
    queries.clear()
    version++
  },
  add: (given: [index: string, query: AlertQuery][]) => {
    for (const [index, query] of given) {
      let ofIndex = queries.get(index)
      if (!ofIndex) queries.set(index, (ofIndex = new QueryIndex()))
      ofIndex.set(query.id, query)
    }
  },
  take: async (changes: Change[], cursor?: Cursor, earlier?: string) => {
    stop = new AbortController()
    await matcher.take(changes, { signal: stop.signal, cursor, earlier })
    // Contents aren't remembered for bulk changes.
    matcher.forget()
  },
})
const matcher = new AlertMatcher<MatchedQueries>({
  indexes,
  connection,
  queries: {
    of: (index) => queries.get(index),
    turnDay: async () => {},
    get version() {
      return version
    },
  },
  sweeps: {
    add: (index: string, left: LeftParents) => calls.call('leave', index, left),
    portions: () => {
      throw new Error("The nightly sweep doesn't run in this thread.")
    },
  },
  record: (hits: Hit[]) => calls.call('record', hits),
  ahead: (cursor, tables) => calls.call('ahead', cursor, tables),
})
