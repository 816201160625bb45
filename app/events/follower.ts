/**
 * Follows the change log in one process of all: whoever holds the lock of a
 * name reads and handles, the others wait to take over.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type pg from 'pg'
import { AdvisoryLock } from '#app/database/advisory_lock'
import type { Change, ChangeLog, Cursor } from './change_log.js'
import { CursorTooOld } from './cursor.js'

interface Followed {
  changes: Change[]
  /** Where to read on when these are handled. */
  cursor: Cursor
  /** Aborted when this process stops, or no longer holds the lock. */
  signal: AbortSignal
}

interface Following {
  /** Unique among all followers: `search.index`. */
  name: string
  /**
   * Builds anew what follows the log; the log is then read on from the
   * cursor, which was taken before. Also called when there is no position
   * yet. Without it a follower starts from now.
   */
  rebuild?: (start: Omit<Followed, 'changes'>) => Promise<void>
}

/** Its position is kept in the database and moves on in the transaction it works in. */
export interface TransactionalFollowing extends Following {
  position?: undefined
  handle: (batch: Followed & { trx: TransactionClientContract }) => Promise<void>
}

/** Keeps its position itself, together with what it makes of the changes: `handle` and `rebuild` must do so. */
export interface IndependentFollowing extends Following {
  position: () => Promise<Cursor | null>
  handle: (batch: Followed) => Promise<void>
}

export type FollowerDefinition = TransactionalFollowing | IndependentFollowing

export interface FollowerServices {
  connection: pg.ClientConfig
  log: ChangeLog
  logger: Pick<Logger, 'error' | 'warn'>
  /** Whether a change is heard of at once. */
  isHearing: () => boolean
}

/** Milliseconds between attempts to take over. */
const CANDIDATE_EVERY = 1_000
/** Milliseconds between looks at the log. */
const LOOK_EVERY = { hearing: 10_000, deaf: 1_000 }
/** Milliseconds until a batch that failed is tried again; doubled each time. */
const RETRY = { first: 500, most: 30_000 }

export class Follower {
  readonly #lock: AdvisoryLock
  readonly #ended = new AbortController()
  #term = new AbortController()
  #woken: () => void = () => {}
  #isWoken = false
  readonly #running: Promise<void>

  constructor(
    readonly definition: FollowerDefinition,
    readonly services: FollowerServices
  ) {
    this.#lock = new AdvisoryLock(
      services.connection,
      `curia follower ${definition.name}`,
      `curia follower ${definition.name}`,
      () => this.#term.abort()
    )
    this.#running = this.#run()
  }

  /** Whether this process is the one that handles the changes. */
  get isElected(): boolean {
    return this.#lock.held
  }

  /** There may be something to read. */
  wake(): void {
    this.#isWoken = true
    this.#woken()
  }

  /** Resolves when the batch at hand is done or given up, and the lock is free. */
  async stop(): Promise<void> {
    this.#ended.abort()
    this.#term.abort()
    await this.#running
    await this.#lock.release()
  }

  async #run(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      const elected = await this.#lock.attempt().catch(() => false)
      if (elected) {
        this.#term = new AbortController()
        await this.#serve(AbortSignal.any([this.#term.signal, this.#ended.signal]))
      }
      await this.#pause(CANDIDATE_EVERY, this.#ended.signal)
    }
  }

  /** Reads and handles until the lock is lost. */
  async #serve(signal: AbortSignal): Promise<void> {
    let wait = RETRY.first
    while (!signal.aborted) {
      this.#isWoken = false
      try {
        const more = await this.#next(signal)
        wait = RETRY.first
        if (!more) {
          const { hearing, deaf } = LOOK_EVERY
          await this.#idle(this.services.isHearing() ? hearing : deaf, signal)
        }
      } catch (error) {
        if (signal.aborted) return
        const { name } = this.definition
        this.services.logger.error({ err: error, follower: name }, 'changes could not be handled')
        await this.#pause(wait, signal)
        wait = Math.min(wait * 2, RETRY.most)
      }
    }
  }

  /** @returns whether there is more to read at once */
  async #next(signal: AbortSignal): Promise<boolean> {
    const { definition, services } = this
    const { log } = services
    const position = definition.position
      ? await definition.position()
      : await log.positionOf(definition.name)
    if (position === null) return this.#restart(signal)
    let batch
    try {
      batch = await log.read({ after: position })
    } catch (error) {
      if (!(error instanceof CursorTooOld)) throw error
      services.logger.warn({ follower: definition.name }, error.message)
      return this.#restart(signal)
    }
    const { changes, cursor, more } = batch
    if (changes.length === 0) {
      // An open transaction elsewhere alone is no reason to write a position each time.
      if (cursor.split(':')[0] !== position.split(':')[0]) await this.#moveOn(cursor, signal)
      return more
    }
    await this.#moveOn(cursor, signal, changes, position)
    return more
  }

  async #moveOn(
    cursor: Cursor,
    signal: AbortSignal,
    changes: Change[] = [],
    position?: Cursor
  ): Promise<void> {
    const { definition, services } = this
    const { log } = services
    if (definition.position) {
      await definition.handle({ changes, cursor, signal })
      // Only so that what it has passed can be deleted.
      await log.savePosition(definition.name, cursor)
      return
    }
    await log.database.transaction(async (trx) => {
      // Should two processes think they are elected, one of them waits here and finds the position changed.
      const row = await trx
        .from('change_cursors')
        .where('name', definition.name)
        .forUpdate()
        .first()
      if (position !== undefined && row?.cursor !== position)
        throw new Error('another process has moved on')
      if (changes.length) await definition.handle({ changes, cursor, signal, trx })
      await log.savePosition(definition.name, cursor, trx)
    })
  }

  /** Starts from now, behind a rebuild where there is one. */
  async #restart(signal: AbortSignal): Promise<boolean> {
    const { definition, services } = this
    const cursor = await services.log.now()
    await definition.rebuild?.({ cursor, signal })
    if (definition.position && !definition.rebuild)
      await definition.handle({ changes: [], cursor, signal })
    await services.log.savePosition(definition.name, cursor)
    return true
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
