/**
 * Builds a new index while the live index is in use, then replaces it. After
 * an interruption, it resumes after the last committed parent.
 */
import { CursorTooOld } from '#app/events/cursor'
import type { ChangeLog, Cursor } from '#app/events/change_log'
import { Interrupted } from '#app/support/interrupted'
import type { SearchIndexDefinition } from '../define_search_index.js'
import { IndexDamaged, type IndexWriter, type SearchEngine } from '#app/search_engine/engine'
import { ChangeApplication } from './apply_changes.js'
import type { ArchiveConnection } from './archive_connection.js'
import { DocumentLoader } from './document_loader.js'
import { writeParents } from './write_parents.js'
import { countText, durationText, ProgressDisplay } from '#app/support/progress_display'

interface Steps {
  /** Parents per read. */
  parents: number
  /** Minimum time between commits, which follow complete reads of parents. */
  milliseconds: number
}

const STEPS: Steps = { parents: 200, milliseconds: 5_000 }

export interface RebuildReporter {
  started: (index: string, parents: number, resumedAt: number) => void
  progress: (parents: number) => void
  /** All parents are written; changes since the start follow. */
  catchingUp: () => void
  /** The engine doesn't respond, for the given reason. Another attempt follows. */
  waiting: (reason: string) => void
}

export interface RebuildOptions {
  index: SearchIndexDefinition
  engine: SearchEngine
  log: Pick<ChangeLog, 'read' | 'now' | 'savePosition' | 'forget'>
  connection: ArchiveConnection
  signal: AbortSignal
  reporter?: RebuildReporter
  steps?: Steps
}

export interface Rebuilt {
  index: string
  parents: number
  seconds: number
}

/** Progress through the tables: all parents up to a key, as of the cursor or later. */
interface Reading {
  cursor: Cursor
  behind: number
}

/**
 * Changes during the rebuild are applied before the swap. A damaged partial
 * build is discarded.
 *
 * @throws Interrupted when the signal was raised; the next run resumes
 */
export async function rebuildIndex(options: RebuildOptions): Promise<Rebuilt> {
  try {
    return await build(options)
  } catch (error) {
    if (!(error instanceof IndexDamaged)) throw error
    await options.engine.discardRebuild(options.index.name)
    return build(options)
  }
}

async function build(options: RebuildOptions): Promise<Rebuilt> {
  const { index, engine, log } = options
  const started = Date.now()
  let writer = await engine.openWriter(index.name, 'rebuild')
  try {
    let checkpoint = await writer.checkpoint()
    if (checkpoint !== null && !(await canReadOn(log, checkpoint))) {
      await writer.close()
      await engine.discardRebuild(index.name)
      writer = await engine.openWriter(index.name, 'rebuild')
      checkpoint = null
    }
    const loader = new DocumentLoader(index, options.connection)
    const reading = await readingOf(log, checkpoint)
    // So that the log keeps the changes to catch up on.
    await log.savePosition(consumerOf(index), reading.cursor)
    const parents = await readTables(loader, writer, reading, options)
    options.reporter?.catchingUp()
    await catchUp(loader, writer, reading.cursor, options)
    await writer.close()
    await engine.swap(index.name, options.signal)
    await log.forget(consumerOf(index))
    return { index: index.name, parents, seconds: (Date.now() - started) / 1000 }
  } catch (error) {
    await writer.rollback().catch(() => {})
    await writer.close().catch(() => {})
    throw error
  }
}

function consumerOf({ name }: SearchIndexDefinition): string {
  return `search.${name}.rebuild`
}

/** Committed state of a rebuild: JSON while it reads the tables, then a cursor. */
async function readingOf(log: RebuildOptions['log'], checkpoint: string | null): Promise<Reading> {
  if (checkpoint === null) return { cursor: await log.now(), behind: 0 }
  return isReading(checkpoint)
    ? (JSON.parse(checkpoint) as Reading)
    : { cursor: checkpoint, behind: Number.MAX_SAFE_INTEGER }
}

function isReading(checkpoint: string): boolean {
  return checkpoint.startsWith('{')
}

async function canReadOn(log: RebuildOptions['log'], checkpoint: string): Promise<boolean> {
  const { cursor } = await readingOf(log, checkpoint)
  try {
    await log.read({ after: cursor, limit: 1 })
    return true
  } catch (error) {
    if (error instanceof CursorTooOld) return false
    throw error
  }
}

/** @returns the number of parents in the index */
async function readTables(
  loader: DocumentLoader,
  writer: IndexWriter,
  { cursor, behind }: Reading,
  { index, signal, reporter, steps = STEPS }: RebuildOptions
): Promise<number> {
  const { done: resumedAt, all } = await loader.count(behind)
  let done = resumedAt
  reporter?.started(index.name, all, resumedAt)
  let committed = Date.now()
  for (let last = behind; ;) {
    const keys = await loader.nextParents(last, steps.parents)
    if (keys.length === 0) break
    await loader.connection.reading(() => writeParents(loader, writer, keys, { areNew: true }))
    last = keys.at(-1)!
    done += keys.length
    reporter?.progress(done)
    if (Date.now() - committed < steps.milliseconds && !signal.aborted) continue
    await writer.commit(JSON.stringify({ cursor, behind: last } satisfies Reading))
    committed = Date.now()
    if (signal.aborted) throw new Interrupted()
  }
  await writer.commit(cursor)
  return done
}

/** Applies changes made since the start until none are left. */
async function catchUp(
  loader: DocumentLoader,
  writer: IndexWriter,
  from: Cursor,
  { log, signal }: RebuildOptions
): Promise<void> {
  for (let cursor = from; ;) {
    const { changes, cursor: next, more } = await log.read({ after: cursor })
    if (changes.length) {
      const application = new ChangeApplication(loader, writer, cursor, signal)
      await application.apply(changes)
    }
    await writer.commit(next)
    cursor = next
    if (!more) return
  }
}

const BAR = '{index} [{bar}] {percentage}% | {done} of {all} | {rate}/s | {left} left'

/**
 * Shows the progress of a rebuild.
 */
export class RebuildProgress implements RebuildReporter {
  readonly #display: ProgressDisplay
  #index = ''
  #all = 0
  #resumedAt = 0
  #started = 0
  #reason = ''

  constructor(output: NodeJS.WriteStream) {
    this.#display = new ProgressDisplay(output)
  }

  started(index: string, parents: number, resumedAt: number): void {
    this.#reason = ''
    this.#index = index
    this.#all = parents
    this.#resumedAt = resumedAt
    this.#started = Date.now()
    if (resumedAt) this.#display.say(`${index}: resuming after ${countText(resumedAt)} records`)
    const all = countText(parents)
    this.#display.start(BAR, parents, { index, all, done: '0', rate: '–', left: '–' })
    if (!this.#display.isBar) this.#display.say(`${index}: reading ${all} records`)
  }

  progress(parents: number): void {
    const seconds = (Date.now() - this.#started) / 1000
    const rate = (parents - this.#resumedAt) / Math.max(seconds, 0.001)
    const texts = {
      done: countText(parents),
      rate: countText(Math.round(rate)),
      left: durationText((this.#all - parents) / Math.max(rate, 0.001)),
    }
    this.#display.update(parents, texts, () => {
      const { done, rate: each, left } = texts
      return `${this.#index}: ${done} of ${countText(this.#all)} records, ${each}/s, ${left} left`
    })
  }

  catchingUp(): void {
    this.stop()
    this.#display.say(`${this.#index}: applying changes made during the rebuild`)
  }

  waiting(reason: string): void {
    this.stop()
    if (this.#reason !== reason) this.#display.say(`waiting for the search engine: ${reason}`)
    this.#reason = reason
  }

  stop(): void {
    this.#display.stop()
  }
}
