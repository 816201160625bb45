/**
 * A consumer of the change log: the leader among all processes reads and
 * handles the changes, the others stand by.
 *
 * A leader that has nothing to do causes no work: it reads the log when a
 * change was announced, keeps its position in memory, and saves it with what
 * it handled. What it handles never wakes it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import { logFailure } from '#app/database/database_away'
import { retryConflicts } from '#app/database/retry_conflicts'
import type { ChangeLog, Cursor } from './change_log.js'
import { CursorTooOld } from './cursor.js'
import type { LeaderElection } from './leader_election.js'
import { readingOf, type ChangeBatch, type ConsumerDefinition } from './consumer_definition.js'

export interface ConsumerServices {
  election: LeaderElection
  log: ChangeLog
  logger: Pick<Logger, 'error' | 'warn'>
  /** Whether notifications of changes arrive. */
  isListening: () => boolean
  /** Milliseconds after which a position is saved without anything handled, so that the log can be pruned. */
  saveEvery?: number
}

/** Poll intervals in milliseconds. Notifications are reliable, so polling is a safeguard while they arrive. */
const POLL_INTERVAL = { withNotify: 300_000, withoutNotify: 1_000 }
const SAVE_EVERY = 600_000
/** Milliseconds after a batch in which changes gather for the next: reading and opening cost more than a change. */
const GATHERED = 100
/** Milliseconds until a batch that failed is tried again; doubled each time. */
const RETRY = { first: 500, most: 30_000 }

export class Consumer {
  readonly #ended = new AbortController()
  #woken: () => void = () => {}
  #isWoken = false
  /** Read up to here; null: to be asked for. */
  #position: Cursor | null = null
  #isMisplaced = false
  /** Saved last, and when. */
  #saved: { cursor: Cursor; at: number } | null = null
  readonly #running: Promise<void>

  constructor(
    readonly definition: ConsumerDefinition,
    readonly services: ConsumerServices
  ) {
    this.#running = this.#run()
  }

  /** Whether this process is the one that handles the changes. */
  get isElected(): boolean {
    return this.services.election.isLeader(this.definition.name)
  }

  /** Wakes it: there may be changes to read. */
  wake(): void {
    this.#isWoken = true
    this.#woken()
  }

  /** Reads the position again: its store was replaced or removed. */
  reposition(): void {
    this.#isMisplaced = true
    this.wake()
  }

  /** Resolves when the current batch is done or canceled, and another process may take over. */
  async stop(): Promise<void> {
    this.#ended.abort()
    await this.#running
    await this.services.election.resign(this.definition.name)
  }

  async #run(): Promise<void> {
    const { signal: ended } = this.#ended
    while (!ended.aborted) {
      const term = await this.services.election.elect(this.definition.name, ended)
      if (term) await this.#processChanges(AbortSignal.any([term, ended]))
    }
  }

  /** Reads and handles until the lead is lost. */
  async #processChanges(signal: AbortSignal): Promise<void> {
    let wait = RETRY.first
    this.#position = null
    while (!signal.aborted) {
      this.#isWoken = false
      try {
        const more = await retryConflicts(() => this.#next(signal), { signal })
        wait = RETRY.first
        if (!more) {
          await this.#pause(GATHERED, signal)
          const { withNotify, withoutNotify } = POLL_INTERVAL
          await this.#idle(this.services.isListening() ? withNotify : withoutNotify, signal)
        }
      } catch (error) {
        if (signal.aborted) return
        this.#position = null
        const { name } = this.definition
        logFailure(this.services.logger, error, 'changes could not be handled', { consumer: name })
        await this.#pause(wait, signal)
        wait = Math.min(wait * 2, RETRY.most)
      }
    }
  }

  /** @returns whether there is more to read at once */
  async #next(signal: AbortSignal): Promise<boolean> {
    const { definition, services } = this
    if (this.#isMisplaced) this.#position = null
    this.#isMisplaced = false
    const position = this.#position ?? (await this.#savedPosition())
    if (position === null) return this.#restart(signal)
    let batch
    try {
      batch = await services.log.read({ after: position, ...readingOf(definition) })
    } catch (error) {
      if (!(error instanceof CursorTooOld)) throw error
      services.logger.warn({ consumer: definition.name }, error.message)
      return this.#restart(signal)
    }
    const changes = batch.changes.filter(
      ({ origin }) => !definition.originalOnly || origin === null
    )
    if (changes.length) {
      await this.#moveOn({ ...batch, changes, signal })
    } else {
      this.#position = batch.cursor
      if (await this.#holdsBackPruning(batch.cursor))
        await this.#moveOn({ ...batch, changes, signal })
    }
    return batch.more
  }

  async #savedPosition(): Promise<Cursor | null> {
    const { definition, services } = this
    const cursor = definition.position
      ? await definition.position()
      : await services.log.positionOf(definition.name)
    this.#saved = cursor === null ? null : { cursor, at: Date.now() }
    return cursor
  }

  /** Looked up once in a while, whatever it finds. */
  async #holdsBackPruning(cursor: Cursor): Promise<boolean> {
    const saved = this.#saved!
    if (Date.now() - saved.at < (this.services.saveEvery ?? SAVE_EVERY)) return false
    saved.at = Date.now()
    return this.services.log.hasSettledBetween(saved.cursor, cursor)
  }

  async #moveOn(batch: ChangeBatch): Promise<void> {
    const { definition, services } = this
    const { log } = services
    let { cursor } = batch
    if (definition.position) {
      cursor = (await definition.handle(batch)) ?? cursor
      // Only so that what it has passed can be deleted.
      await log.savePosition(definition.name, cursor)
    } else {
      await log.database.transaction(async (trx) => {
        // Should two processes think they are elected, one of them waits here and finds the position changed.
        const row = await trx
          .from('change_cursors')
          .where('name', definition.name)
          .forUpdate()
          .first()
        if (row?.cursor !== this.#saved!.cursor) throw new Error('another process has moved on')
        if (batch.changes.length) await definition.handle({ ...batch, trx })
        await log.savePosition(definition.name, cursor, trx)
      })
    }
    this.#isAt(cursor)
  }

  /** Starts from now, after a rebuild where there is one. */
  async #restart(signal: AbortSignal): Promise<boolean> {
    const { definition, services } = this
    const cursor = await services.log.now()
    await definition.rebuild?.({ cursor, signal })
    if (definition.position && !definition.rebuild)
      await definition.handle({ changes: [], cursor, more: false, signal })
    await services.log.savePosition(definition.name, cursor)
    // A rebuild may have arrived at a later one.
    this.#position = null
    return true
  }

  #isAt(cursor: Cursor): void {
    this.#position = cursor
    this.#saved = { cursor, at: Date.now() }
  }

  async #idle(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.#isWoken) return
    const waking = new AbortController()
    this.#woken = () => waking.abort()
    await this.#pause(milliseconds, AbortSignal.any([signal, waking.signal]))
    this.#woken = () => {}
  }

  async #pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    await sleep(milliseconds, undefined, { signal }).catch(() => {})
  }
}
