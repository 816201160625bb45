/** Stores what staff pages show of a running mirror. */
import type pg from 'pg'
import { ADVISORY_LOCK_NAMES } from '#app/support/advisory_locks'
import type { ChangePage } from '../upstream/upstream.js'

/** Minutes between single runs that aren't late: `mirror:run --once` once a day. */
const ONCE = 1_440

export class MirrorProgress {
  /** Whether no pause or failure is stored. */
  #isClear = false

  /** @param client outside transactions while the mirror waits */
  constructor(
    readonly client: pg.ClientBase,
    readonly mirrorId: string
  ) {}

  /**
   * Marks the mirror as running until the connection ends. The lock is shared because a connection
   * of a killed process can last longer than the process.
   *
   * @param every minutes between reads; 0 for a feed
   */
  async begin(every: number, isOnce: boolean): Promise<void> {
    const { client, mirrorId } = this
    await client.query('SELECT pg_advisory_lock_shared(hashtextextended($1, 0))', [
      ADVISORY_LOCK_NAMES.runningMirror + mirrorId,
    ])
    await this.#update('read_every = $2', [isOnce ? ONCE : Math.ceil(every)])
  }

  /** A pause for a limit, or after a failure. */
  async pause(until: Date, failure: string | null): Promise<void> {
    this.#isClear = false
    await this.#update('waits_until = $2, error = $3', [until, failure])
  }

  /** The upstream's records were stored, so it responds. */
  async succeed(): Promise<void> {
    if (this.#isClear) return
    await this.#update('waits_until = NULL, error = NULL')
    this.#isClear = true
  }

  async finishCopy(): Promise<void> {
    await this.#update('is_copied = true')
  }

  /** All changes up to a time were applied. */
  async reach(time: Date): Promise<void> {
    await this.succeed()
    await this.#update('date_current = greatest(date_current, $2)', [time])
  }

  /** A page of changes was applied. */
  async apply({ more, results }: ChangePage, received: Date): Promise<void> {
    if (!more) return this.reach(received)
    const times = results.map(({ date }) => Date.parse(date ?? '')).filter(Number.isFinite)
    await (times.length ? this.reach(new Date(Math.max(...times))) : this.succeed())
  }

  async #update(assignments: string, values: unknown[] = []): Promise<void> {
    await this.client.query(`UPDATE mirrors SET ${assignments} WHERE id = $1`, [
      this.mirrorId,
      ...values,
    ])
  }
}
