/**
 * Keeps the indexes where the archive is: one process of all follows the
 * change log for each of them, and builds those that are missing.
 */
import type { Logger } from '@adonisjs/core/logger'
import type { ChangeLog } from '#app/events/change_log'
import type { IndependentFollowing } from '#app/events/follower'
import type { Followers } from '#app/events/followers'
import type { ConnectionSettings } from '#app/database/connection'
import type { SearchIndexDefinition } from '../define_search_index.js'
import type { IndexHealth, SearchEngine } from '../engine.js'
import { ChangeApplication } from './apply_changes.js'
import { ArchiveConnection } from './archive_connection.js'
import { DocumentLoader } from './document_loader.js'
import { rebuildIndex, type Rebuilt, type RebuildReporter } from './rebuild.js'

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

export class Indexer {
  constructor(readonly services: IndexerServices) {}

  /** Has this process keep the indexes, or wait to take over from the one that does. */
  async follow(followers: Followers): Promise<void> {
    const { engine, indexes } = this.services
    for (const index of indexes) {
      const follower = await followers.follow(this.#following(index))
      // It may be gone or damaged, which no change of the archive tells of.
      engine.onChange((name) => {
        if (name === index.name) follower.wake()
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
        const { changes } = await log.read({ after: checkpoint })
        const oldest = changes.find(({ table }) => table in follows)
        const behind = oldest ? Math.max(0, (Date.now() - oldest.changedAt.getTime()) / 1000) : 0
        return { index: name, behind, checkpoint }
      })
    )
  }

  #following(index: SearchIndexDefinition): IndependentFollowing {
    const { engine, logger } = this.services
    let position: string | null = null
    return {
      name: `search.${index.name}`,
      position: async () => {
        position = (await this.#healthOf(index))?.checkpoint ?? null
        return position
      },
      handle: ({ changes, cursor, signal }) =>
        this.#withArchive(async (connection) => {
          const loader = new DocumentLoader(index, connection)
          const writer = await engine.openWriter(index.name, 'live')
          try {
            // A rebuilt index may have taken its place, and be behind what was read.
            if (position === null || (await writer.checkpoint()) !== position)
              throw new Error(`The index "${index.name}" has been replaced.`)
            await new ChangeApplication(loader, writer, position, signal).apply(changes)
            await writer.commit(cursor)
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
            'a search index is damaged, and is built anew'
          )
        await this.rebuild(index, signal)
      },
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
