/**
 * Says how this process keeps the ledgers of a database, alone in its memory or together with
 * others: an advisory lock on a connection of its own, held as long as the process lives.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ADVISORY_LOCKS } from '#app/support/advisory_locks'
import { StartupError } from '#app/support/startup_error'
import { AdvisoryLock } from '#app/database/advisory_lock'

/** A server that has just been killed may hold the lock a moment longer. */
const TIMEOUT = 5_000
const RETRY_EVERY = 200

export class LedgerUse {
  readonly #lock: AdvisoryLock
  #ended = false

  private constructor(
    connection: pg.ClientConfig,
    { isAlone }: { isAlone: boolean },
    readonly lost: () => void
  ) {
    this.#lock = new AdvisoryLock(
      connection,
      ADVISORY_LOCKS.throttleLedgers,
      'curia throttle owner',
      () => void this.#again(),
      !isAlone
    )
  }

  /**
   * @param how whether no other process may keep ledgers of this database
   * @param lost called when another process took the ledgers while the database was away
   * @throws StartupError when another server keeps them in another way
   */
  static async take(
    connection: pg.ClientConfig,
    how: { isAlone: boolean },
    lost: () => void
  ): Promise<LedgerUse> {
    const use = new LedgerUse(connection, how, lost)
    const deadline = Date.now() + TIMEOUT
    while (!(await use.#lock.attempt())) {
      if (Date.now() > deadline) {
        await use.release()
        const other = how.isAlone
          ? 'runs, and limits in memory count in one server only'
          : 'keeps its limits in memory'
        throw new StartupError(
          `another server on this database ${other}. Stop it, or start every server with THROTTLE_STORE=postgres.`
        )
      }
      await sleep(RETRY_EVERY)
    }
    return use
  }

  async release(): Promise<void> {
    this.#ended = true
    await this.#lock.release()
  }

  /** The database went away, and the lock with it. */
  async #again(): Promise<void> {
    while (!this.#ended) {
      await sleep(RETRY_EVERY)
      const taken = await this.#lock.attempt().catch(() => undefined)
      if (taken) return
      if (taken === false) {
        await this.#lock.release()
        return this.lost()
      }
    }
  }
}
