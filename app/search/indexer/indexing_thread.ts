/**
 * Entry point of the thread that reads many documents and passes them to the
 * thread that writes the index: no document passes through the main thread.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { ConnectionSettings } from '#app/database/connection'
import type { ChangeLog, Cursor } from '#app/events/change_log'
import type { ChangeBatch } from '#app/events/consumer_definition'
import { CursorTooOld } from '#app/events/cursor'
import { openEngine, type EngineName } from '#app/search_engine/engines/open_engine'
import { ThreadCallFailed, ThreadCalls } from '#app/support/thread_calls'
import { lowerThreadPriority } from '#app/support/start_thread'
import type { SearchIndexDefinition } from '../define_search_index.js'
import { withArchive } from './archive_connection.js'
import { followIndex } from './follow_index.js'
import { rebuildIndex, type Rebuilt } from './rebuild.js'

/** How a thread opens its own engine. */
export interface EngineChoice {
  name: EngineName
  folder: string
  typesense?: { urls: string[]; apiKey: string }
}

export interface IndexingThreadData {
  index: SearchIndexDefinition
  connection: ConnectionSettings
  engine: EngineChoice
}

lowerThreadPriority()
const { index, connection, engine: choice } = workerData as IndexingThreadData
const { name, ...options } = choice
const stop = new AbortController()
const { signal } = stop
const calls = new ThreadCalls(parentPort!, {
  abort: () => stop.abort(),
  follow: (
    batch: Omit<ChangeBatch, 'signal'>,
    checkpoint: Cursor,
    most?: number
  ): Promise<Cursor> =>
    withEngine((engine) =>
      followIndex({ index, engine, log, connection, most, committing: () => {} }, checkpoint, {
        ...batch,
        signal,
      })
    ),
  rebuild: (): Promise<Rebuilt> =>
    withEngine((engine) =>
      withArchive(connection, signal, (archive) =>
        rebuildIndex({ index, engine, log, connection: archive, signal })
      )
    ),
})

/** The subset of the log needed here, read by the main thread. */
const log: Pick<ChangeLog, 'read' | 'now' | 'savePosition' | 'forget'> = {
  read: (...values) => ofLog('read', values),
  now: (...values) => ofLog('now', values),
  savePosition: (...values) => ofLog('savePosition', values),
  forget: (...values) => ofLog('forget', values),
}

async function ofLog<Result>(method: string, values: unknown[]): Promise<Result> {
  try {
    return await calls.call<Result>(method, ...values)
  } catch (error) {
    const isTooOld = error instanceof ThreadCallFailed && error.name === 'CursorTooOld'
    throw isTooOld ? new CursorTooOld(error.message) : error
  }
}

async function withEngine<Result>(
  work: (engine: Awaited<ReturnType<typeof openEngine>>) => Promise<Result>
): Promise<Result> {
  const engine = await openEngine(name, { ...options, indexes: [index] })
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}
