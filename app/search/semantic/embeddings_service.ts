/**
 * Vectors of the archive. One process at a time embeds queued texts; the change log supplies
 * the queue.
 */
import { ADVISORY_LOCK_NAMES } from '#app/support/advisory_locks'
import type { Database } from '@adonisjs/lucid/database'
import type { Change } from '#app/events/change_log'
import { AdvisoryLock } from '#app/database/advisory_lock'
import type { ConnectionSettings } from '#app/database/connection'
import type { Jobs } from '#app/jobs/jobs'
import type { SearchIndexDefinition } from '../define_search_index.js'
import type { Embedder } from '#app/search_engine/embeddings/embedder'
import { modelTraits } from '#app/search_engine/embeddings/models'
import { embedWaiting, type EmbeddingRunOptions } from './embedding_run.js'
import { type EmbeddedTexts, EmbeddingQueue, type Runs } from './embedding_queue.js'
import type { TransactionalConsumer } from '#app/events/consumer_definition'

/** Name of the job that embeds queued texts. */
export const EMBED_JOB = 'curia.embed_texts'

const ALL: Runs = [[Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]]

export interface EmbeddingsServices {
  database: Database
  connection: ConnectionSettings
  indexes: SearchIndexDefinition[]
  texts: EmbeddedTexts[]
  /** Null if semantic search is turned off. */
  embedder: Embedder | null
  jobs: Pick<Jobs, 'send'>
}

export class Embeddings {
  readonly queues: EmbeddingQueue[]

  constructor(readonly services: EmbeddingsServices) {
    const { database, texts } = services
    this.queues = texts.map((each) => new EmbeddingQueue(database, each))
  }

  get embedder(): Embedder | null {
    return this.services.embedder
  }

  /**
   * Embeds the queued texts of an index.
   *
   * @throws EmbeddingUnderWay when another process is doing so, EmbeddingFailed, Interrupted
   */
  async embed(
    queue: EmbeddingQueue,
    embedder: Embedder,
    options: Omit<EmbeddingRunOptions, 'database' | 'queue' | 'embedder'>
  ): ReturnType<typeof embedWaiting> {
    const { connection, database } = this.services
    const name = `${ADVISORY_LOCK_NAMES.embeddings}${queue.texts.index}`
    const lost = new AbortController()
    const lock = new AdvisoryLock(connection, name, name, () => lost.abort())
    try {
      if (!(await lock.attempt())) throw new EmbeddingUnderWay(queue.texts.index)
      const signal = AbortSignal.any([options.signal, lost.signal])
      return await embedWaiting({ ...options, database, queue, embedder, signal })
    } finally {
      await lock.release()
    }
  }

  /** Queues changed texts, deletes vectors of deleted texts, and schedules the job. */
  get consumer(): TransactionalConsumer {
    return {
      name: 'search.embeddings',
      tables: this.queues.flatMap((queue) => [
        ...this.#tablesOf(queue, 'children'),
        ...this.#tablesOf(queue, 'parents'),
      ]),
      handle: ({ changes, trx }) => this.#mark(trx, changes),
      // The changes in between are unknown: check all texts with vectors.
      rebuild: async () => {
        await this.services.database.transaction((trx) => this.#mark(trx, null))
        await this.queueMissing()
      },
    }
  }

  /**
   * Queues the whole archive if its vectors are from another model, or if it has none. Only for
   * the built-in model, because services may charge for each text.
   */
  async queueMissing(): Promise<void> {
    const { database, embedder, jobs } = this.services
    if (!embedder?.isBuiltIn) return
    for (const queue of this.queues) {
      if (!(await queue.lacksModel(embedder.model))) continue
      await queue.addMissing(embedder.model)
      if (await queue.waiting())
        await database.transaction(async (trx) => void (await jobs.send(trx, EMBED_JOB, {})))
    }
  }

  async #mark(
    trx: Parameters<TransactionalConsumer['handle']>[0]['trx'],
    changes: Change[] | null
  ): Promise<void> {
    const { embedder, jobs } = this.services
    let isMarked = false
    for (const queue of this.queues) {
      const summarized = changes ? this.#runsOf(queue, changes, 'parents') : []
      if (summarized.length && (await queue.addChangedSummaries(trx, summarized))) isMarked = true
      const runs = changes ? this.#runsOf(queue, changes, 'children') : ALL
      if (!runs.length) continue
      await queue.removeGone(trx, runs)
      // Without a provider, texts stay queued until all are embedded.
      const newOnes = changes !== null && embedder !== null
      if (await queue.addChanged(trx, runs, newOnes)) isMarked = true
    }
    if (isMarked && embedder) await jobs.send(trx, EMBED_JOB, {})
  }

  /** Keys of changed texts, or of parents whose summaries may have changed. */
  #runsOf(queue: EmbeddingQueue, changes: Change[], level: 'children' | 'parents'): Runs {
    const tables = this.#tablesOf(queue, level)
    return changes.filter(({ table }) => tables.includes(table)).flatMap(({ ids }) => ids)
  }

  /** Tables whose rows are texts of an index, or parents with summaries that are embedded. */
  #tablesOf({ texts }: EmbeddingQueue, level: 'children' | 'parents'): string[] {
    const { embedder } = this.services
    const areEmbedded = texts.hasSummaries && embedder && modelTraits(embedder.model).hasSummaries
    if (level === 'parents' && !areEmbedded) return []
    const { follows } = this.services.indexes.find(({ name }) => name === texts.index)!
    return Object.keys(follows).filter((table) => follows[table]!.are === level)
  }
}

/** Another process is embedding the texts of this index. */
export class EmbeddingUnderWay extends Error {
  override name = 'EmbeddingUnderWay'

  constructor(index: string) {
    super(`Another process is already embedding the texts of the index "${index}".`)
  }
}
