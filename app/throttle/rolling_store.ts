/**
 * The ledgers of the throttle as a store of `@adonisjs/limiter`: a view of
 * one rate, for `limiter.use('rolling', …)`, its middleware and exceptions.
 * The API's gate does not go through it, because several rates and scopes
 * would be charged one after the other here, and are charged together or not
 * at all there.
 */
import { RuntimeException } from '@adonisjs/core/exceptions'
import string from '@adonisjs/core/helpers/string'
import type { ApplicationService } from '@adonisjs/core/types'
import { errors, LimiterResponse } from '@adonisjs/limiter'
import type { LimiterConsumptionOptions, LimiterStoreContract } from '@adonisjs/limiter/types'
import type { WindowStatus } from './admission.js'
import type { Rate } from './rate.js'
import { Throttle } from './throttle.js'

/** Scope of keys that name none. */
const SCOPE = 'limiter'
/** Counts without refusing. */
const UNLIMITED = Number.MAX_SAFE_INTEGER

/** Key of a caller in a scope of the API: `scopedKey('user', 'account:7')`. */
export const scopedKey = (scope: string, caller: string) => `${scope}@${caller}`

export class RollingStore implements LimiterStoreContract {
  readonly name = 'rolling'
  readonly requests: number
  readonly duration: number
  /** Windows free capacity as they roll; nothing is blocked beyond that. */
  readonly blockDuration = 0

  constructor(
    readonly app: Pick<ApplicationService, 'container'>,
    { requests, duration }: LimiterConsumptionOptions
  ) {
    this.requests = requests
    this.duration = string.seconds.parse(duration)
  }

  /** @throws E_TOO_MANY_REQUESTS, recording nothing */
  async consume(key: string | number, amount = 1): Promise<LimiterResponse> {
    const { response, refused } = await this.#charge(key, amount, this.requests)
    if (refused) throw new errors.E_TOO_MANY_REQUESTS(response)
    return response
  }

  async increment(key: string | number, amount = 1): Promise<LimiterResponse> {
    return (await this.#charge(key, amount, UNLIMITED)).response
  }

  async get(key: string | number): Promise<LimiterResponse | null> {
    const { caller, scope } = partsOf(key)
    const throttle = await this.app.container.make(Throttle)
    const rates = [this.#rate(this.requests)]
    const { windows } = await throttle.inspect(caller, [{ scope, rates }])
    return windows[0]!.used ? this.#responseOf(windows[0]!) : null
  }

  decrement(): Promise<LimiterResponse> {
    throw unsupported('decrement')
  }

  block(): Promise<LimiterResponse> {
    throw unsupported('block')
  }

  set(): Promise<LimiterResponse> {
    throw unsupported('set')
  }

  delete(): Promise<boolean> {
    throw unsupported('delete')
  }

  clear(): Promise<void> {
    throw unsupported('clear')
  }

  async #charge(key: string | number, cost: number, limit: number) {
    const { caller, scope } = partsOf(key)
    const throttle = await this.app.container.make(Throttle)
    const { windows, refusedBy } = await throttle.admit({
      caller,
      charges: [{ scope, rates: [this.#rate(limit)], cost }],
      counted: false,
    })
    return { response: this.#responseOf(windows[0]!), refused: refusedBy !== null }
  }

  #responseOf({ used, freesAt }: WindowStatus): LimiterResponse {
    return new LimiterResponse({
      limit: this.requests,
      remaining: Math.max(0, this.requests - used),
      consumed: used,
      availableIn: freesAt === null ? 0 : Math.max(1, Math.ceil((freesAt - Date.now()) / 1000)),
    })
  }

  #rate(limit: number): Rate {
    return { limit, seconds: this.duration as Rate['seconds'] }
  }
}

function partsOf(key: string | number): { scope: string; caller: string } {
  const text = String(key)
  const at = text.indexOf('@')
  return at < 1
    ? { scope: SCOPE, caller: text }
    : { scope: text.slice(0, at), caller: text.slice(at + 1) }
}

/** What was recorded stays recorded: usage reports read the same ledgers. */
function unsupported(operation: string): RuntimeException {
  return new RuntimeException(
    `The limiter store "rolling" cannot ${operation}: its windows only roll on`
  )
}
