/**
 * The embedded search engine: SQLite's FTS5 in threads of this process, with one file per
 * index. All of its data is derived.
 */
import { mkdirSync, existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import {
  IndexMissing,
  SearchTooSlow,
  type EngineAnswer,
  type EngineHealth,
  type EngineSearch,
  type Frequencies,
  type FrequencyQuestion,
  type IndexListener,
  type IndexWriter,
  type Neighbour,
  type NeighbourSearch,
  type OpenEngine,
  type SearchEngine,
} from '../../engine.js'
import type { IndexDefinition } from '../../index_definition.js'
import { asDamage } from './index_database.js'
import { buildEngineHealth } from './health.js'
import { IndexFiles, removeDatabase, acquireIndexLock } from './index_files.js'
import { IndexWatch } from './index_watch.js'
import { buildIndexLayout, type IndexLayout } from './layout.js'
import { errorFromThread, type Task, type Reply } from './messages.js'
import { MAX_RANKED } from './by_score.js'
import { SearchLane } from './search_lane.js'
import { ThreadWriter } from './thread_writer.js'
import type { Counted } from './run_search.js'
import { DatabaseSync } from 'node:sqlite'

/** Maximum number of threads per lane: each has its own caches. */
const MAX_THREADS = 4
/** Maximum number of queued tasks per lane; a heavy search counts as two. */
const MAX_QUEUED = 200

/**
 * The embedded engine; creates the folder if it doesn't exist.
 * @param mostRanked maximum number of rows that a search by score ranks
 */
export function embeddedEngine(mostRanked = MAX_RANKED): OpenEngine {
  return async (options) => {
    // Data for threads is copied, but functions can't be.
    const indexes = options.indexes.map(({ language, ...definition }) => definition)
    for (const definition of indexes) buildIndexLayout(definition)
    mkdirSync(options.folder, { recursive: true })
    return new EmbeddedEngine({ ...options, indexes }, mostRanked)
  }
}

export const openEmbeddedEngine = embeddedEngine()

class EmbeddedEngine implements SearchEngine {
  private definitions: Map<string, IndexDefinition>
  private files: Map<string, IndexFiles>
  private lanes: { light: SearchLane; heavy: SearchLane }
  private writers = new Set<IndexWriter>()
  private watch: IndexWatch

  constructor(
    private options: Parameters<OpenEngine>[0],
    mostRanked: number
  ) {
    const { indexes, folder } = options
    this.definitions = new Map(indexes.map((definition) => [definition.name, definition]))
    this.files = new Map(indexes.map(({ name }) => [name, new IndexFiles(folder, name)]))
    this.watch = new IndexWatch(folder, [...this.files.values()])
    const threads = Math.max(1, Math.min(MAX_THREADS, Math.floor(availableParallelism() / 2)))
    // Heavy searches are split between two threads.
    const lane = (name: 'light' | 'heavy') =>
      new SearchLane(
        { indexes, folder, lane: name, mostRanked },
        name === 'heavy' ? Math.max(2, threads) : threads,
        MAX_QUEUED
      )
    this.lanes = { light: lane('light'), heavy: lane('heavy') }
  }

  search(search: EngineSearch): Promise<EngineAnswer> {
    return this.run('search', search)
  }

  neighbours(search: NeighbourSearch): Promise<Neighbour[]> {
    return this.run('neighbours', search)
  }

  frequencies(question: FrequencyQuestion): Promise<Frequencies> {
    return this.run('frequencies', question)
  }

  async openWriter(index: string, target: 'live' | 'rebuild'): Promise<IndexWriter> {
    const files = this.filesOf(index)
    const definition = this.definitions.get(index)!
    const live = files.liveFile()
    const writer =
      target === 'rebuild'
        ? await ThreadWriter.open({ definition, file: files.next(), target }, files.lock(target))
        : await ThreadWriter.open({ definition, file: live.path, target }, files.lock(target), {
            committed: () => this.watch.check(files),
            damaged: (reason) => files.noteDamage(live, reason),
          })
    this.writers.add(writer)
    return writer
  }

  async discardRebuild(index: string): Promise<void> {
    const files = this.filesOf(index)
    const lock = acquireIndexLock(files.lock('rebuild'), index)
    removeDatabase(files.next())
    lock.close()
  }

  async swap(index: string, signal?: AbortSignal): Promise<void> {
    try {
      await this.swapIn(index, signal)
    } catch (error) {
      throw asDamage(error, index)
    }
  }

  private async swapIn(index: string, signal?: AbortSignal): Promise<void> {
    const files = this.filesOf(index)
    const definition = this.definitions.get(index)!
    checkRebuilt(files, buildIndexLayout(definition))
    const file = files.next()
    const writer = await ThreadWriter.open(
      { definition, file, target: 'rebuild' },
      files.lock('rebuild')
    )
    try {
      await writer.optimize(signal)
    } finally {
      await writer.close()
    }
    emptyLog(file)
    files.swap()
    this.watch.check(files)
  }

  onChange(listener: IndexListener): () => void {
    return this.watch.add(listener)
  }

  async health(): Promise<EngineHealth> {
    return buildEngineHealth(this.options.indexes.map(buildIndexLayout), [...this.files.values()])
  }

  async close(): Promise<void> {
    this.watch.close()
    await Promise.all([...this.writers].map((writer) => writer.close().catch(() => {})))
    await Promise.all([this.lanes.light.close(), this.lanes.heavy.close()])
  }

  private async run<Result>(
    kind: Task['kind'],
    { signal, ...search }: EngineSearch | NeighbourSearch | FrequencyQuestion
  ): Promise<Result> {
    this.filesOf(search.index)
    const cancelled = new Int32Array(new SharedArrayBuffer(4))
    const cancel = () => void Atomics.store(cancelled, 0, 1)
    if (signal?.aborted) throw new SearchTooSlow('The search was canceled.')
    signal?.addEventListener('abort', cancel, { once: true })
    const endsAt = performance.timeOrigin + performance.now() + search.deadline
    const task = { kind, search, endsAt, cancelled, onlyIfLight: false }
    try {
      const { light, heavy } = this.lanes
      let reply =
        kind === 'search' ? await light.run({ ...task, onlyIfLight: true }) : await heavy.run(task)
      if ('heavy' in reply) reply = await runHeavy(heavy, task)
      if ('error' in reply) throw errorFromThread(reply.error)
      return (reply as { result: Result }).result
    } finally {
      signal?.removeEventListener('abort', cancel)
      // One half of a heavy search may still be running after the other has failed.
      cancel()
    }
  }

  private filesOf(index: string): IndexFiles {
    const files = this.files.get(index)
    if (!files) throw new IndexMissing(index)
    return files
  }
}

/**
 * Returns the same result as one thread that does both. @throws SearchTooSlow if too many
 * searches are queued
 */
async function runHeavy(lane: SearchLane, task: Task): Promise<Reply> {
  const search = task.search as EngineSearch
  if (!search.count || search.size === 0) return lane.run(task)
  const [listed, counted] = await Promise.all([
    lane.run({ ...task, search: { ...search, count: false, facets: [] } as Task['search'] }),
    lane.run({ ...task, kind: 'count' }),
  ])
  if (!('state' in listed)) return listed
  if (!('state' in counted)) return counted
  // The index changed between the two halves, so both must run in one snapshot.
  if (listed.state !== counted.state) return lane.run(task)
  const answer = listed.result as EngineAnswer
  return { ...listed, result: { ...answer, ...(counted.result as Counted) } }
}

/** @throws Error if there is no rebuilt index, or it has another version */
function checkRebuilt(files: IndexFiles, layout: IndexLayout): void {
  const file = files.next()
  if (!existsSync(file)) throw new Error(`There is no rebuilt index "${layout.name}" to swap in.`)
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const version = database.prepare(`SELECT value FROM about WHERE name = 'version'`).get()?.value
    if (version !== layout.version)
      throw new Error(`The rebuilt index "${layout.name}" has a different version.`)
  } finally {
    database.close()
  }
}

/** Merges an index and its log into one complete file. @throws Error if it is being written */
function emptyLog(file: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('BEGIN IMMEDIATE; COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    database.close()
  }
}
