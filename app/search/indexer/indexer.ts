/**
 * Keeps the indexes where the archive is: one process of all follows the
 * change log for each of them, and builds those that are missing.
 */
import type { Logger } from '@adonisjs/core/logger'
import type { ChangeLog, Cursor } from '#app/events/change_log'
import type { Consumers } from '#app/events/consumers'
import type { ConnectionSettings } from '#app/database/connection'
import type { SearchIndexDefinition } from '../define_search_index.js'
import type { IndexHealth, IndexWriter, SearchEngine } from '#app/search_engine/engine'
import { ChangeApplication } from './apply_changes.js'
import { ArchiveConnection } from './archive_connection.js'
import { DocumentLoader } from './document_loader.js'
import { rebuildIndex, type Rebuilt, type RebuildReporter } from './rebuild.js'
import type { ChangeBatch, IndependentConsumer } from '#app/events/consumer_definition'

export interface IndexerServices {
  indexes: SearchIndexDefinition[]
  engine: SearchEngine
  log: ChangeLog
  connection: ConnectionSettings
  logger: Pick<Logger, 'error'>
}

export interface IndexLag {
  index: string
  /** Seconds since the oldest change that is not searched yet; 0: none, null: there is no index, or a damaged one. */
  behind: number | null
  checkpoint: string | null
}

/** Milliseconds for which changes are applied before they are committed. */
const UNSEEN = 1_000

export class Indexer {
  constructor(readonly services: IndexerServices) {}

  /** Runs the indexer in this process, or stands by for the leader. */
  async start(consumers: Consumers): Promise<void> {
    const { engine, indexes } = this.services
    for (const index of indexes) {
      const written = { checkpoint: null as string | null }
      const consumer = await consumers.start(this.#consumerOf(index, written))
      // It may be replaced, gone or damaged, which no change of the archive announces.
      engine.onChange((name, checkpoint) => {
        if (name === index.name && checkpoint !== written.checkpoint) consumer.reposition()
      })
    }
  }

  /**
   * Builds an index beside the live one and swaps them.
   *
   * @throws Interrupted when the signal was raised
   */
  async rebuild(
    index: SearchIndexDefinition,
    signal: AbortSignal,
    reporter?: RebuildReporter
  ): Promise<Rebuilt> {
    return this.#withArchive((connection) =>
      rebuildIndex({ ...this.services, index, connection, signal, reporter })
    )
  }

  /** How far the indexes are behind the archive. */
  async lag(): Promise<IndexLag[]> {
    const { engine, log, indexes } = this.services
    const { indexes: healths } = await engine.health()
    return Promise.all(
      indexes.map(async ({ name, follows }) => {
        const checkpoint = healths.find(({ index }) => index === name)?.checkpoint ?? null
        if (checkpoint === null) return { index: name, behind: null, checkpoint }
        const tables = Object.keys(follows)
        const { changes } = await log.read({ after: checkpoint, limit: 1, tables })
        const [oldest] = changes
        const behind = oldest ? Math.max(0, (Date.now() - oldest.changedAt.getTime()) / 1000) : 0
        return { index: name, behind, checkpoint }
      })
    )
  }

  /** The consumers of the indexes, and what they handle. */
  get consumers(): Pick<IndependentConsumer, 'name' | 'tables'>[] {
    return this.services.indexes.map(consumerBase)
  }

  /** @param written receives the checkpoint the index is about to have */
  #consumerOf(
    index: SearchIndexDefinition,
    written: { checkpoint: string | null }
  ): IndependentConsumer {
    const { engine, logger } = this.services
    return {
      ...consumerBase(index),
      position: async () => {
        written.checkpoint = (await this.#healthOf(index))?.checkpoint ?? null
        return written.checkpoint
      },
      handle: (batch) =>
        this.#withArchive(async (connection) => {
          const loader = new DocumentLoader(index, connection)
          const writer = await engine.openWriter(index.name, 'live')
          try {
            const checkpoint = await writer.checkpoint()
            // A rebuilt index may have taken its place, and have an older checkpoint than what was read.
            if (checkpoint === null || checkpoint !== written.checkpoint)
              throw new Error(`The index "${index.name}" has been replaced.`)
            const cursor = await this.#applyUntilDue(loader, writer, checkpoint, batch)
            written.checkpoint = cursor
            await writer.commit(cursor)
            return cursor
          } catch (error) {
            await writer.rollback()
            throw error
          } finally {
            await writer.close()
          }
        }),
      rebuild: async ({ signal }) => {
        const reason = (await this.#healthOf(index))?.damaged
        if (reason)
          logger.error(
            { index: index.name, reason },
            'a search index is damaged, and is being rebuilt'
          )
        await this.rebuild(index, signal)
      },
    }
  }

  /**
   * Applies a batch, and those after it for as long as what is applied may
   * go unseen: opening an index costs more than a small batch.
   *
   * @returns where it arrived
   */
  async #applyUntilDue(
    loader: DocumentLoader,
    writer: IndexWriter,
    checkpoint: Cursor,
    { changes, cursor, more, signal }: ChangeBatch
  ): Promise<Cursor> {
    const until = Date.now() + UNSEEN
    let batch = { changes, cursor, more }
    for (;;) {
      await new ChangeApplication(loader, writer, checkpoint, signal).apply(batch.changes)
      if (!batch.more || Date.now() >= until) return batch.cursor
      batch = await this.services.log.read({ after: batch.cursor })
    }
  }

  async #healthOf({ name }: SearchIndexDefinition): Promise<IndexHealth | undefined> {
    const { indexes } = await this.services.engine.health()
    return indexes.find(({ index }) => index === name)
  }

  async #withArchive<T>(work: (connection: ArchiveConnection) => Promise<T>): Promise<T> {
    const connection = await ArchiveConnection.open(this.services.connection)
    try {
      return await work(connection)
    } finally {
      await connection.close()
    }
  }
}

function consumerBase({ name, follows }: SearchIndexDefinition) {
  return { name: `search.${name}`, tables: Object.keys(follows) }
}
