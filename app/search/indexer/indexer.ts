/**
 * Keeps the indexes up to date with the archive: one process of the cluster
 * consumes the change log for each index and builds missing indexes.
 */
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import pLimit from 'p-limit'
import type { ChangeLog, Cursor } from '#app/events/change_log'
import type { Consumers } from '#app/events/consumers'
import type { ConnectionSettings } from '#app/database/connection'
import { retryConflicts } from '#app/database/retry_conflicts'
import type { SearchIndexDefinition } from '../define_search_index.js'
import {
  EngineUnavailable,
  IndexBeingWritten,
  IndexDamaged,
  type IndexHealth,
  type SearchEngine,
} from '#app/search_engine/engine'
import { CallingThread, ThreadCallFailed } from '#app/support/thread_calls'
import { Interrupted } from '#app/support/interrupted'
import { isBulk } from '#app/events/change_keys'
import { TooManyDocuments } from './apply_changes.js'
import { withArchive, type ArchiveConnection } from './archive_connection.js'
import { DocumentLoader } from './document_loader.js'
import { followIndex } from './follow_index.js'
import type { EngineChoice, IndexingThreadData } from './indexing_thread.js'
import { rebuildIndex, type Rebuilt, type RebuildReporter } from './rebuild.js'
import type { ChangeBatch, IndependentConsumer } from '#app/events/consumer_definition'

export interface IndexerServices {
  indexes: SearchIndexDefinition[]
  engine: SearchEngine
  log: ChangeLog
  connection: ConnectionSettings
  logger: Pick<Logger, 'error'>
  /** Maximum number of documents in a batch before it is compared with the size of the index; 20,000 by default. */
  few?: number
  /** How threads open the engine; without it, all work runs in the current thread. */
  thread?: EngineChoice
}

export interface IndexLag {
  index: string
  /** Seconds since the oldest unindexed change; 0 if all are indexed, null if the index is missing or damaged. */
  behind: number | null
  checkpoint: string | null
}

/** Maximum number of threads, for rebuilding and for consuming changes: each needs its own core and memory. */
const THREADS = Math.max(1, availableParallelism() - 1)
/** Milliseconds between two attempts to reach the engine. */
const PAUSE = 2_000
/** Maximum number of parents in an index that is built in the main thread. */
const SMALL = 2_000
/** An index is rebuilt instead of updated when one in this number of documents has changed. */
const SMALLEST_SHARE = 5
const FEW = 20_000

/** The current or upcoming checkpoint of an index. */
interface Written {
  checkpoint: string | null
}

export class Indexer {
  readonly #turns = { rebuild: pLimit(THREADS), follow: pLimit(THREADS) }

  constructor(readonly services: IndexerServices) {}

  /** Runs the indexer in this process as leader or standby. */
  async start(consumers: Consumers): Promise<void> {
    const { engine, indexes } = this.services
    for (const index of indexes) {
      const written: Written = { checkpoint: null }
      const consumer = await consumers.start(this.#consumerOf(index, written))
      // It may be replaced, missing, or damaged, which the change log doesn't report.
      engine.onChange((name, checkpoint) => {
        if (name === index.name && checkpoint !== written.checkpoint) consumer.reposition()
      })
    }
  }

  /**
   * Builds a new index while the live index is in use, then swaps them. With a reporter, it waits
   * for an engine that doesn't respond.
   *
   * @throws Interrupted when the signal was raised, EngineUnavailable
   */
  async rebuild(
    index: SearchIndexDefinition,
    signal: AbortSignal,
    reporter?: RebuildReporter
  ): Promise<Rebuilt> {
    // Each attempt resumes where the previous attempt stopped.
    for (;;) {
      try {
        return await retryConflicts(() => this.#rebuildOnce(index, signal, reporter), { signal })
      } catch (error) {
        // A consumer of the change log has its own attempts.
        if (!reporter || !(error instanceof EngineUnavailable) || error.isRefused) throw error
        reporter.waiting(error.message)
        await sleep(PAUSE, undefined, { signal }).catch(() => {})
        if (signal.aborted) throw new Interrupted()
      }
    }
  }

  async #rebuildOnce(
    index: SearchIndexDefinition,
    signal: AbortSignal,
    reporter?: RebuildReporter
  ): Promise<Rebuilt> {
    const { services } = this
    const rebuilt = await withArchive(services.connection, signal, async (connection) => {
      // A command does nothing else and shows the progress.
      const isHere = !services.thread || reporter || (await isSmall(index, connection))
      return isHere ? rebuildIndex({ ...services, index, connection, signal, reporter }) : null
    })
    return rebuilt ?? this.#inThread({ index, signal }, 'rebuild')
  }

  /** The lag of the indexes behind the archive. */
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

  /** The consumers of the indexes, with their handlers. */
  get consumers(): Pick<IndependentConsumer, 'name' | 'tables'>[] {
    return this.services.indexes.map(consumerBase)
  }

  #consumerOf(index: SearchIndexDefinition, written: Written): IndependentConsumer {
    const { logger } = this.services
    return {
      ...consumerBase(index),
      position: async () => {
        written.checkpoint = (await this.#healthOf(index))?.checkpoint ?? null
        return written.checkpoint
      },
      handle: async (batch) => {
        const cursor = await this.#followUnlessMuch(index, written, batch)
        if (cursor) return cursor
        const rebuilt = await this.#rebuildInstead(index, batch.signal)
        if (!rebuilt) return this.#follow(index, written, batch)
        written.checkpoint = rebuilt
        return rebuilt
      },
      rebuild: async ({ signal }) => {
        const reason = (await this.#healthOf(index))?.damaged
        if (reason) logger.error({ index: index.name, reason }, 'rebuilding a damaged search index')
        await this.rebuild(index, signal)
      },
    }
  }

  /** @returns the new position; null when rebuilding the index is less work */
  async #followUnlessMuch(
    index: SearchIndexDefinition,
    written: Written,
    batch: ChangeBatch
  ): Promise<Cursor | null> {
    const share = async () => ((await this.#healthOf(index))?.documents ?? 0) / SMALLEST_SHARE
    if (batch.more && (await this.#countChanged(index, written.checkpoint!)) > (await share()))
      return null
    const follow = (most: number) =>
      this.#follow(index, written, batch, most).catch((error: unknown) => {
        if (error instanceof TooManyDocuments) return null
        throw error
      })
    const { few = FEW } = this.services
    const cursor = await follow(few)
    if (cursor) return cursor
    const most = await share()
    return most > few ? follow(most) : null
  }

  async #follow(
    index: SearchIndexDefinition,
    written: Written,
    { signal, ...batch }: ChangeBatch,
    most?: number
  ): Promise<Cursor> {
    const { services } = this
    if (services.thread && (batch.more || isBulk(batch.changes))) {
      const cursor = await this.#inThread<Cursor>(
        { index, signal },
        'follow',
        batch,
        written.checkpoint,
        most
      )
      written.checkpoint = cursor
      return cursor
    }
    const committing = (cursor: Cursor) => void (written.checkpoint = cursor)
    const following = { ...services, index, committing, most }
    return followIndex(following, written.checkpoint, { ...batch, signal })
  }

  /** Runs an indexing function in a thread, once one is free. */
  async #inThread<Result>(
    work: { index: SearchIndexDefinition; signal: AbortSignal },
    name: 'follow' | 'rebuild',
    ...values: unknown[]
  ): Promise<Result> {
    return this.#turns[name](() => this.#startThread<Result>(work, name, values))
  }

  /** The thread reads the log through this thread. */
  async #startThread<Result>(
    {
      index: { language, ...index },
      signal,
    }: { index: SearchIndexDefinition; signal: AbortSignal },
    name: 'follow' | 'rebuild',
    values: unknown[]
  ): Promise<Result> {
    if (signal.aborted) throw new Interrupted()
    const { connection, log, thread: engine } = this.services
    const module = new URL('./indexing_thread', import.meta.url)
    const data = { index, connection, engine: engine! } satisfies IndexingThreadData
    const thread = new CallingThread(module, data, {
      read: log.read.bind(log),
      now: log.now.bind(log),
      savePosition: log.savePosition.bind(log),
      forget: log.forget.bind(log),
    })
    try {
      return await thread.call<Result>(signal, name, ...values)
    } catch (error) {
      throw errorOfIndex(error)
    } finally {
      await thread.close()
    }
  }

  /** Parents and children that changed since a time. */
  async #countChanged({ follows }: SearchIndexDefinition, after: Cursor): Promise<number> {
    const tables = Object.entries(follows).flatMap(([table, { are }]) => (are ? [table] : []))
    return this.services.log.countKeys({ after, tables })
  }

  /** @returns the index position; null while another process builds the index */
  async #rebuildInstead(index: SearchIndexDefinition, signal: AbortSignal): Promise<Cursor | null> {
    try {
      await this.rebuild(index, signal)
    } catch (error) {
      if (error instanceof IndexBeingWritten) return null
      throw error
    }
    return (await this.#healthOf(index))?.checkpoint ?? null
  }

  async #healthOf({ name }: SearchIndexDefinition): Promise<IndexHealth | undefined> {
    const { indexes } = await this.services.engine.health()
    return indexes.find(({ index }) => index === name)
  }
}

/** Whether an index has few parents, as in the sample: starting a thread would take longer. */
async function isSmall(index: SearchIndexDefinition, connection: ArchiveConnection) {
  const first = await new DocumentLoader(index, connection).nextParents(0, SMALL + 1)
  return first.length <= SMALL
}

/** Restores the class of an error from the thread. */
function errorOfIndex(error: unknown): unknown {
  if (!(error instanceof ThreadCallFailed)) return error
  const { index, reason, isRefused } = error.fields as Record<string, string>
  if (error.name === 'Interrupted') return new Interrupted()
  if (error.name === 'TooManyDocuments') return new TooManyDocuments()
  if (error.name === 'EngineUnavailable')
    return new EngineUnavailable(error.message, Boolean(isRefused))
  if (error.name === 'IndexDamaged') return new IndexDamaged(index!, reason!)
  return error.name === 'IndexBeingWritten' ? new IndexBeingWritten(index!) : error
}

function consumerBase({ name, follows }: SearchIndexDefinition) {
  return { name: `search.${name}`, tables: Object.keys(follows) }
}
