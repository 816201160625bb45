/**
 * An advisory lock that ensures that ledgers of a database are kept either in the memory of
 * one process or in a shared store. The process holds it on a dedicated connection until it
 * ends.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ADVISORY_LOCKS } from '#app/support/advisory_locks'
import { StartupError } from '#app/support/startup_error'
import { AdvisoryLock } from '#app/database/advisory_lock'

/** A server that was just killed may still hold the lock. */
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
   * @param how whether this process must be the only one that keeps ledgers of this database
   * @param lost called when another process took the lock while the database was unavailable
   * @throws StartupError when another server keeps ledgers in an incompatible way
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
          ? 'is running, and limits in memory work with one server only'
          : 'keeps its limits in memory'
        throw new StartupError(
          `another server on this database ${other}. Stop it, or start all servers with THROTTLE_STORE=postgres.`
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

  /** Takes the lock again after the database connection was lost. */
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
