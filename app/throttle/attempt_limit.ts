/**
 * How often something may be attempted: a form, a password, a link, a page.
 * Fixed windows in the stores of `@adonisjs/limiter`. Requests to the API
 * have rolling windows instead (`Throttle`).
 */
import type { HttpContext } from '@adonisjs/core/http'
import { errors, type LimiterManager } from '@adonisjs/limiter'
import limiter from '@adonisjs/limiter/services/main'
import { DomainError } from '#app/support/domain_error'
import { addressKey } from './caller_keys.js'
import { THROTTLE_ERRORS } from './errors.js'
import { parseRate, periodOf, type Rate } from './rate.js'

/** Whether attempts are limited at all. */
export const attemptLimits = { enabled: true }

export class AttemptLimit {
  readonly #rates: Rate[]

  /**
   * @param name of its counters
   * @param rates `10/min`, each a window of its own
   * @param store those of pages are kept in memory in a single process without Redis
   */
  constructor(
    readonly name: string,
    rates: readonly (string | Rate)[],
    readonly store: 'attempts' | 'pages' = 'attempts'
  ) {
    this.#rates = rates.map((rate) => (typeof rate === 'string' ? parseRate(rate) : rate))
  }

  /**
   * Counts an attempt of the IP address of a request.
   *
   * @throws E_TOO_MANY_REQUESTS
   */
  async count({ request }: HttpContext): Promise<void> {
    await this.countFor(addressKey(request.ip()))
  }

  /**
   * Counts an attempt. While Redis is away, pages are shown uncounted.
   *
   * @throws E_TOO_MANY_REQUESTS
   * @throws DomainError while Redis is away: a password must not be tried uncounted
   */
  async countFor(key: string): Promise<void> {
    if (attemptLimits.enabled) await this.#reached(() => this.#windows(key).consume())
  }

  /**
   * Counts nothing.
   *
   * @throws E_TOO_MANY_REQUESTS when another attempt would be one too many
   * @throws DomainError while Redis is away
   */
  async check(key: string): Promise<void> {
    if (!attemptLimits.enabled) return
    for (const response of (await this.#reached(() => this.#windows(key).get())) ?? [])
      if (response && response.remaining <= 0) throw new errors.E_TOO_MANY_REQUESTS(response)
  }

  /** What a store that is away means; the database's errors have an answer of their own. */
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
        key: `${this.name}:${periodOf(seconds)}:${key}`,
        requests: limit,
        duration: seconds,
      }))
    )
  }
}

/** What ioredis says while it has no connection, loses it under a command, or gets no answer in time. */
const AWAY =
  /Stream isn't writeable|Connection is closed|Connection is in closing state|max retries per request|Command timed out/i

/**
 * Whether an error says that Redis cannot be asked: it is away or hangs, or it answers with an
 * error, as when its memory is full, it is a replica, or a key has a value of another type.
 */
export function isRedisAway(error: unknown): boolean {
  return error instanceof Error && (error.name === 'ReplyError' || AWAY.test(error.message))
}
