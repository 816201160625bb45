/**
 * How often something may be attempted: a form, a password, a link, a page.
 * Fixed windows in the stores of `@adonisjs/limiter`. Requests to the API
 * have rolling windows instead (`Throttle`).
 */
import type { HttpContext } from '@adonisjs/core/http'
import { errors, type LimiterManager } from '@adonisjs/limiter'
import limiter from '@adonisjs/limiter/services/main'
import { addressKey } from './caller_keys.js'
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
   * Counts an attempt.
   *
   * @throws E_TOO_MANY_REQUESTS
   */
  async countFor(key: string): Promise<void> {
    if (attemptLimits.enabled) await this.#windows(key).consume()
  }

  /**
   * Counts nothing.
   *
   * @throws E_TOO_MANY_REQUESTS when another attempt would be one too many
   */
  async check(key: string): Promise<void> {
    if (!attemptLimits.enabled) return
    for (const response of await this.#windows(key).get())
      if (response && response.remaining <= 0) throw new errors.E_TOO_MANY_REQUESTS(response)
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
