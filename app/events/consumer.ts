/**
 * A consumer of the change log: the leader among all processes reads and
 * handles the changes; the others are standbys.
 *
 * An idle leader causes no work: it reads the log after a notification, keeps
 * its position in memory, and saves it with the handled changes. Unrelated
 * changes never wake it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import { logFailure } from '#app/database/database_unavailable'
import { retryConflicts } from '#app/database/retry_conflicts'
import type { ChangeLog, Cursor } from './change_log.js'
import { CursorTooOld } from './cursor.js'
import type { LeaderElection } from './leader_election.js'
import {
  getConsumerReadLimits,
  type ChangeBatch,
  type ConsumerDefinition,
} from './consumer_definition.js'

export interface ConsumerServices {
  election: LeaderElection
  log: ChangeLog
  logger: Pick<Logger, 'error' | 'warn'>
  /** Whether notifications of changes are received. */
  isListening: () => boolean
  /** Milliseconds after which a position is saved even if nothing was handled, so that the log can be pruned. */
  saveEvery?: number
}

/** Poll intervals in milliseconds. Notifications are reliable, so polling is a safeguard while they are received. */
const POLL_INTERVAL = { withNotify: 300_000, withoutNotify: 1_000 }
const SAVE_EVERY = 600_000
/** Milliseconds between batches, in which changes accumulate: reading and opening cost more than a change. */
const GATHERED = 100
/** Milliseconds until a failed batch is retried; doubled each time. */
const RETRY = { first: 500, most: 30_000 }

export class Consumer {
  readonly #ended = new AbortController()
  #woken: () => void = () => {}
  #isWoken = false
  /** Last position read; null: unknown. */
  #position: Cursor | null = null
  #isMisplaced = false
  /** Last saved position, and when it was saved. */
  #saved: { cursor: Cursor; at: number } | null = null
  readonly #running: Promise<void>

  constructor(
    readonly definition: ConsumerDefinition,
    readonly services: ConsumerServices
  ) {
    this.#running = this.#run()
  }

  /** Whether this process is the leader. */
  get isElected(): boolean {
    return this.services.election.isLeader(this.definition.name)
  }

  /** Wakes the consumer: changes may be available. */
  wake(): void {
    this.#isWoken = true
    this.#woken()
  }

  /** Reads the position again: its store was replaced or removed. */
  reposition(): void {
    this.#isMisplaced = true
    this.wake()
  }

  /** Resolves when the current batch has finished or was canceled, and another process may take over. */
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

  /** Reads and handles changes until leadership is lost. */
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
        logFailure(this.services.logger, error, 'failed to handle changes', { consumer: name })
        await this.#pause(wait, signal)
        wait = Math.min(wait * 2, RETRY.most)
      }
    }
  }

  /** @returns whether more can be read immediately */
  async #next(signal: AbortSignal): Promise<boolean> {
    const { definition, services } = this
    if (this.#isMisplaced) this.#position = null
    this.#isMisplaced = false
    const position = this.#position ?? (await this.#savedPosition())
    if (position === null) return this.#restart(signal)
    let batch
    try {
      batch = await services.log.read({ after: position, ...getConsumerReadLimits(definition) })
    } catch (error) {
      if (!(error instanceof CursorTooOld)) throw error
      services.logger.warn({ consumer: definition.name }, error.message)
      return this.#restart(signal)
    }
    const changes = batch.changes.filter(
      ({ origin }) => !definition.originalOnly || origin === null
    )
    if (changes.length) {
      await this.#moveOn({ ...batch, changes, after: position, signal })
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
      : await services.log.findConsumerPosition(definition.name)
    this.#saved = cursor === null ? null : { cursor, at: Date.now() }
    return cursor
  }

  /** Checked periodically, regardless of the result. */
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
      // Only so that the changes it has passed can be pruned.
      await log.savePosition(definition.name, cursor)
    } else {
      await log.database.transaction(async (trx) => {
        // If two processes believe they are the leader, the second waits here and finds that the position has changed.
        const row = await trx
          .from('change_cursors')
          .where('name', definition.name)
          .forUpdate()
          .first()
        if (row?.cursor !== this.#saved!.cursor)
          throw new Error('another process has changed the position')
        if (batch.changes.length) await definition.handle({ ...batch, trx })
        await log.savePosition(definition.name, cursor, trx)
      })
    }
    this.#isAt(cursor)
  }

  /** Starts from now, or after a rebuild if the consumer has one. */
  async #restart(signal: AbortSignal): Promise<boolean> {
    const { definition, services } = this
    const cursor = await services.log.now()
    await definition.rebuild?.({ cursor, signal })
    if (definition.position && !definition.rebuild)
      await definition.handle({ changes: [], cursor, more: false, signal })
    await services.log.savePosition(definition.name, cursor)
    // A rebuild may have reached a later position.
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
