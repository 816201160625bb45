/**
 * Limits the rate of attempts: forms, passwords, links, and pages. Uses fixed windows in the
 * stores of `@adonisjs/limiter`. API requests have rolling windows instead (`Throttle`).
 */
import type { HttpContext } from '@adonisjs/core/http'
import { errors, type LimiterManager } from '@adonisjs/limiter'
import limiter from '@adonisjs/limiter/services/main'
import { DomainError } from '#app/support/domain_error'
import { addressKey } from './caller_keys.js'
import { THROTTLE_ERRORS } from './errors.js'
import { parseRate, toRatePeriod, type Rate } from './rate.js'

/** Whether attempts are limited. */
export const attemptLimits = { enabled: true }

export class AttemptLimit {
  readonly #rates: Rate[]

  /**
   * @param name prefix of its counters
   * @param rates such as `10/min`, each with its own window
   * @param store a single process without Redis keeps `pages` in memory
   */
  constructor(
    readonly name: string,
    rates: readonly (string | Rate)[],
    readonly store: 'attempts' | 'pages' = 'attempts'
  ) {
    this.#rates = rates.map((rate) => (typeof rate === 'string' ? parseRate(rate) : rate))
  }

  /**
   * Counts an attempt for the IP address of a request.
   *
   * @throws E_TOO_MANY_REQUESTS
   */
  async count({ request }: HttpContext): Promise<void> {
    await this.countFor(addressKey(request.ip()))
  }

  /**
   * Counts an attempt. While Redis is unavailable, pages are shown without counting.
   *
   * @throws E_TOO_MANY_REQUESTS
   * @throws DomainError while Redis is unavailable: passwords must not be tried without
   *   counting
   */
  async countFor(key: string): Promise<void> {
    if (attemptLimits.enabled) await this.#reached(() => this.#windows(key).consume())
  }

  /**
   * Checks the limit without counting an attempt.
   *
   * @throws E_TOO_MANY_REQUESTS if another attempt would exceed the limit
   * @throws DomainError while Redis is unavailable
   */
  async check(key: string): Promise<void> {
    if (!attemptLimits.enabled) return
    for (const response of (await this.#reached(() => this.#windows(key).get())) ?? [])
      if (response && response.remaining <= 0) throw new errors.E_TOO_MANY_REQUESTS(response)
  }

  /** Handles an unavailable Redis store; database errors are handled elsewhere. */
  async #reached<T>(ask: () => Promise<T>): Promise<T | undefined> {
    try {
      return await ask()
    } catch (error) {
      if (!isRedisAway(error)) throw error
      if (this.store === 'pages') return undefined
      const { limits_unavailable: kind } = THROTTLE_ERRORS
      throw Object.assign(new DomainError(kind, { detail: kind.message }, 1), { cause: error })
    }
  }

  #windows(key: string): ReturnType<LimiterManager<any>['multi']> {
    return limiter.multi(
      this.store,
      this.#rates.map(({ limit, seconds }) => ({
        key: `${this.name}:${toRatePeriod(seconds)}:${key}`,
        requests: limit,
        duration: seconds,
      }))
    )
  }
}

/** Messages of ioredis when it has no connection, loses it during a command, or times out. */
const AWAY =
  /Stream isn't writeable|Connection is closed|Connection is in closing state|max retries per request|Command timed out/i

/**
 * Whether an error means that Redis is unavailable: it can't be reached, hangs, or returns an
 * error, for example because its memory is full, it is a replica, or a key has a value of
 * another type.
 */
export function isRedisAway(error: unknown): boolean {
  return error instanceof Error && (error.name === 'ReplyError' || AWAY.test(error.message))
}
