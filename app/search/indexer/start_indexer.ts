/**
 * Starts the indexer, and delays startup until the search indexes of a small
 * archive, such as the sample, are built, which takes a few seconds. A server whose search
 * engine is unavailable starts without search.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { startStep } from '#app/support/progress_display'
import type { Reader } from '#app/database/reader'
import type { SearchIndexDefinition } from '../define_search_index.js'
import { EngineUnavailable, type SearchEngine } from '#app/search_engine/engine'
import type { Logger } from '@adonisjs/core/logger'
import type { ApplicationService } from '@adonisjs/core/types'
import { Indexer } from './indexer.js'
import { Consumers } from '#app/events/consumers'

/** Largest number of parents in an index that startup waits for. */
const SMALL = 2000

/** Milliseconds between two checks. */
const PAUSE = 50

export interface AwaitedIndexes {
  engine: Pick<SearchEngine, 'health'>
  logger: Pick<Logger, 'warn'>
  indexes: SearchIndexDefinition[]
  reader: Pick<Reader, 'rows'>
  /** Cancels the wait. */
  signal: AbortSignal
}

/** Resolves once each missing index is searchable or the signal is aborted; immediately if one is large. */
export async function awaitSmallIndexes({
  engine,
  logger,
  indexes,
  reader,
  signal,
}: AwaitedIndexes): Promise<void> {
  let missing = await missingOf(engine, indexes).catch((error: unknown) => {
    if (!(error instanceof EngineUnavailable)) throw error
    logger.warn(`${error.message} The server starts without search and tries again.`)
    return []
  })
  for (const { documents } of missing) {
    const { from, where = 'true' } = documents.parents
    const rows = await reader.rows(`SELECT '' FROM ${from} WHERE ${where} LIMIT ${SMALL + 1}`, [])
    if (rows.length > SMALL) return
  }
  if (!missing.length) return
  await startStep('building the search indexes', async () => {
    while (missing.length && !signal.aborted) {
      await sleep(PAUSE)
      missing = await missingOf(engine, missing).catch((error: unknown) => {
        if (error instanceof EngineUnavailable) return []
        throw error
      })
    }
  })
}

async function missingOf(
  engine: AwaitedIndexes['engine'],
  indexes: SearchIndexDefinition[]
): Promise<SearchIndexDefinition[]> {
  const { indexes: healths } = await engine.health()
  const built = new Set(
    healths.filter(({ checkpoint }) => checkpoint !== null).map(({ index }) => index)
  )
  return indexes.filter(({ name }) => !built.has(name))
}

/** Runs the indexer as leader or standby until the application ends. */
export async function startIndexer({ container }: ApplicationService): Promise<void> {
  const indexer = await container.make(Indexer)
  await indexer.start(await container.make(Consumers))
}
