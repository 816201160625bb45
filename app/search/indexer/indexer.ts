/**
 * Keeps the indexes where the archive is: one process of all follows the
 * change log for each of them, and builds those that are missing.
 */
import { availableParallelism } from 'node:os'
import type { Logger } from '@adonisjs/core/logger'
import pLimit from 'p-limit'
import type { ChangeLog, Cursor } from '#app/events/change_log'
import type { Consumers } from '#app/events/consumers'
import type { ConnectionSettings } from '#app/database/connection'
import { retryConflicts } from '#app/database/retry_conflicts'
import type { SearchIndexDefinition } from '../define_search_index.js'
import {
  IndexBeingWritten,
  IndexDamaged,
  type IndexHealth,
  type SearchEngine,
} from '#app/search_engine/engine'
import { CallingThread } from '#app/support/calling_thread'
import { Interrupted } from '#app/support/interrupted'
import { ThreadCallFailed } from '#app/support/thread_calls'
import { isBulk } from '#app/events/keys_of_changes'
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
  /** How threads open the engine; without it, everything is done in this one. */
  thread?: EngineChoice
}

export interface IndexLag {
  index: string
  /** Seconds since the oldest change that is not searched yet; 0: none, null: there is no index, or a damaged one. */
  behind: number | null
  checkpoint: string | null
}

/** Threads at once, of those that rebuild and of those that follow: each needs a core and memory of its own. */
const THREADS = Math.max(1, availableParallelism() - 1)
/** Parents of an index that is built in this thread. */
const SMALL = 2_000
/** Of an index that is built again rather than followed: one of so many parts has changed. */
const SMALLEST_SHARE = 5
/** Documents a batch may concern, by way of a court, before the size of the index is looked at. */
const FEW = 20_000

/** The checkpoint an index has, or is about to have. */
interface Written {
  checkpoint: string | null
}

export class Indexer {
  readonly #turns = { rebuild: pLimit(THREADS), follow: pLimit(THREADS) }

  constructor(readonly services: IndexerServices) {}

  /** Runs the indexer in this process, or stands by for the leader. */
  async start(consumers: Consumers): Promise<void> {
    const { engine, indexes } = this.services
    for (const index of indexes) {
      const written: Written = { checkpoint: null }
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
    // Each attempt resumes where the last one stopped.
    return retryConflicts(() => this.#rebuildOnce(index, signal, reporter), { signal })
  }

  async #rebuildOnce(
    index: SearchIndexDefinition,
    signal: AbortSignal,
    reporter?: RebuildReporter
  ): Promise<Rebuilt> {
    const { services } = this
    const rebuilt = await withArchive(services.connection, signal, async (connection) => {
      // A command has nothing else to do, and shows how it goes.
      const isHere = !services.thread || reporter || (await isSmall(index, connection))
      return isHere ? rebuildIndex({ ...services, index, connection, signal, reporter }) : null
    })
    return rebuilt ?? this.#inThread({ index, signal }, 'rebuild')
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
        if (reason)
          logger.error(
            { index: index.name, reason },
            'a search index is damaged, and is being rebuilt'
          )
        await this.rebuild(index, signal)
      },
    }
  }

  /** @returns where it arrived; null when building the index whole is less work */
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
    const cursor = await follow(FEW)
    if (cursor) return cursor
    const most = await share()
    return most > FEW ? follow(most) : null
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

  /** Runs a function of a thread that indexes, when it is its turn. */
  async #inThread<Result>(
    work: { index: SearchIndexDefinition; signal: AbortSignal },
    name: 'follow' | 'rebuild',
    ...values: unknown[]
  ): Promise<Result> {
    return this.#turns[name](() => this.#startThread<Result>(work, name, values))
  }

  /** The thread reads the log through this one. */
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

  /** Parents and children that have changed since then. */
  async #countChanged({ follows }: SearchIndexDefinition, after: Cursor): Promise<number> {
    const tables = Object.entries(follows).flatMap(([table, { are }]) => (are ? [table] : []))
    return this.services.log.countKeys({ after, tables })
  }

  /** @returns where the index is; null while another process builds it */
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

/** Whether an index has few parents, as that of the sample: a thread would take longer to start. */
async function isSmall(index: SearchIndexDefinition, connection: ArchiveConnection) {
  const first = await new DocumentLoader(index, connection).nextParents(0, SMALL + 1)
  return first.length <= SMALL
}

/** An error of the thread as what it was there. */
function errorOfIndex(error: unknown): unknown {
  if (!(error instanceof ThreadCallFailed)) return error
  const { index, reason } = error.fields as { index: string; reason: string }
  if (error.name === 'Interrupted') return new Interrupted()
  if (error.name === 'TooManyDocuments') return new TooManyDocuments()
  if (error.name === 'IndexDamaged') return new IndexDamaged(index, reason)
  return error.name === 'IndexBeingWritten' ? new IndexBeingWritten(index) : error
}

function consumerBase({ name, follows }: SearchIndexDefinition) {
  return { name: `search.${name}`, tables: Object.keys(follows) }
}
