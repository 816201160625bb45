/**
 * What every request to the API passes: who asks, may they, and how much is
 * left. In this order; 401 and 403 cost nothing (usage-and-limits 2).
 */
import { hash } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import type { AccountRecord } from '#app/accounts/account_cache'
import { requireCsrfToken } from '#app/accounts/page_visitor'
import { verifyPassword } from '#app/accounts/passwords'
import { logFailure } from '#app/database/database_away'
import { accountKey, addressKey } from '#app/throttle/caller_keys'
import type { Charge, Decision, WindowStatus } from '#app/throttle/admission'
import { THROTTLE_ERRORS } from '#app/throttle/errors'
import { exportRefused, rateHeaders, throttled } from '#app/throttle/headers'
import { SAFE_METHODS } from '#app/support/safe_methods'
import { ANONYMOUS, USER, type ScopeRegistry } from '#app/throttle/scope_registry'
import type { Throttle } from '#app/throttle/throttle'
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'
import { wrongPasswordLimit } from '#start/limiter'
import { requireAccount, requireRight } from './rights.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Headers with the rate limits; on every response of the API. */
    rateHeaders?: Record<string, string>
  }
}

/** Who may use an endpoint, and what it costs. */
export interface Access {
  /** Anonymous callers are refused. */
  account?: boolean
  /** Anonymous callers may only read. */
  accountToWrite?: boolean
  /** Its POST is signed with a secret of the server; it asks for no account. */
  signed?: boolean
  /** Its POST only asks: a token that may only read will do, and a cookie needs no proof of where it comes from. */
  changesNothing?: boolean
  /** Right the account needs. */
  right?: string
  /** Rights that single methods need instead; of OPTIONS, too. */
  rightOf?: Readonly<Partial<Record<string, string>>>
  /** Scopes a request counts in; `user` unless said otherwise. */
  scopes?: readonly string[]
  /** Scope in which POST, PUT and PATCH count instead, for accounts with rates of their own there. */
  writeScope?: string
  /** Scopes an anonymous request counts in, by address; `anon` and `user` unless said otherwise. */
  anonymousScopes?: readonly string[]
  /** Methods whose handler charges them (`Gate.charge`), because only it knows what they cost. */
  chargedByHandler?: readonly string[]
  /** Whether it counts in the days of the usage report; it does unless said otherwise. */
  counted?: boolean
}

export interface GateOptions {
  throttle: Throttle
  scopes: ScopeRegistry
  /** False lets everybody through, still counting. */
  limits: boolean
  /** False asks for an account everywhere. */
  anonymousReads: boolean
}

const ORDINARY: readonly string[] = [USER]
/** Methods a scope for writes applies to (usage-and-limits 1). */
const WRITES = new Set(['POST', 'PUT', 'PATCH'])
const FREE: Charge[] = []

export class Gate {
  /** Anonymous callers count in both (architecture, Open points decided). */
  readonly #anonymous: Charge[]

  constructor(readonly options: GateOptions) {
    this.#anonymous = this.#chargesOf([ANONYMOUS, USER])
  }

  /** @throws ApiError 401, 403, 429, or 503 when limits cannot be checked */
  authorize(ctx: HttpContext, access: Access): void | Promise<void> {
    const identified = ctx.auth.identify()
    return identified instanceof Promise
      ? identified.then(() => this.#pass(ctx, access))
      : this.#pass(ctx, access)
  }

  /** Only who asks: for what is open and costs nothing. A wrong credential is refused all the same. */
  async authenticate(ctx: HttpContext): Promise<void> {
    await ctx.auth.identify()
  }

  /**
   * Asks for an account where nothing is read without one: for what is not of
   * the API and costs nothing.
   *
   * @throws ApiError 401
   */
  async admitReader(ctx: HttpContext): Promise<void> {
    if (this.options.anonymousReads) return
    await this.authenticate(ctx)
    requireAccount(ctx)
  }

  /**
   * Compares a password with the stored one. Wrong ones count against the name
   * they were tried with, from whatever addresses and whether it has an account
   * or not.
   *
   * @param name username or email address
   * @param stored hash; null when there is no account, or none with a password
   * @throws E_TOO_MANY_REQUESTS when there were too many wrong ones
   * @throws PasswordsBusy
   */
  async checkPassword(name: string, stored: string | null, password: string): Promise<boolean> {
    const key = `password:${hash('sha256', name.normalize('NFKC').toLowerCase(), 'base64url')}`
    await wrongPasswordLimit.check(key)
    const fits = await verifyPassword(stored, password)
    if (!fits) await wrongPasswordLimit.countFor(key)
    return fits
  }

  #pass(ctx: HttpContext, access: Access): void | Promise<void> {
    const { user, authenticatedViaGuard } = ctx.auth
    const safe = access.changesNothing || SAFE_METHODS.has(ctx.request.method())
    try {
      this.#check(ctx, access, safe)
    } catch (refusal) {
      if (!user || access.counted === false) throw refusal
      return this.#countOnly(ctx).then(() => {
        throw refusal
      })
    }
    if (!safe && authenticatedViaGuard === 'web') requireCsrfToken(ctx)
    if (access.chargedByHandler?.includes(ctx.request.method())) return
    return this.#charge(ctx, access, user)
  }

  #check(ctx: HttpContext, access: Access, safe: boolean): void {
    const closed = !this.options.anonymousReads && (safe || !access.signed)
    if (access.account || (access.accountToWrite && !safe) || closed) requireAccount(ctx)
    const method = ctx.request.method()
    const right = access.rightOf?.[method] ?? (method === 'OPTIONS' ? undefined : access.right)
    if (right) requireRight(ctx, right)
    if (!safe && ctx.auth.readOnly)
      throw ApiError.detail(
        API_ERRORS.read_only_token,
        'This token is read-only. Use a token with write access.'
      )
  }

  /** A forbidden request costs nothing, but is a request of that day (architecture, Open points decided). */
  async #countOnly(ctx: HttpContext): Promise<void> {
    await this.options.throttle.admit({ caller: callerKey(ctx), charges: FREE, counted: true })
  }

  #charge(ctx: HttpContext, access: Access, user: AccountRecord | undefined): void | Promise<void> {
    const { counted = true } = access
    if (!this.options.limits && !(user && counted)) return
    const charges = this.options.limits ? this.#chargesFor(ctx, access) : FREE
    const decision = this.options.throttle.admit({
      caller: callerKey(ctx),
      charges,
      counted: counted && !!user,
    })
    if (!(decision instanceof Promise)) return this.#answer(ctx, charges, decision)
    return decision.then(
      (decided) => this.#answer(ctx, charges, decided),
      (error: unknown) => unchecked(ctx, error)
    )
  }

  /**
   * Charges an account for a request whose cost its handler found out: every
   * scope or none. Costs of 0 are checked and not recorded.
   *
   * @param costs by scope
   * @param counted whether the request counts in the days of the usage report
   * @returns the window that refuses; null when the request passes
   * @throws ApiError 503 when limits cannot be checked
   */
  async charge(
    ctx: HttpContext,
    costs: Readonly<Record<string, number>>,
    { counted }: { counted: boolean }
  ): Promise<WindowStatus | null> {
    const { policy } = ctx.auth.getUserOrFail()
    const charges = this.options.limits
      ? Object.entries(costs).map(([scope, cost]) => policy.charge(scope, cost))
      : FREE
    try {
      const { refusedBy, windows } = await this.options.throttle.admit({
        caller: callerKey(ctx),
        charges,
        counted,
      })
      if (windows.length) ctx.rateHeaders = rateHeaders(charges, windows, Date.now())
      return refusedBy
    } catch (error) {
      return unchecked(ctx, error)
    }
  }

  /**
   * Charges the pages an export replaces, all of them or none. The request
   * itself was charged as the first.
   *
   * @param pages of the whole export
   * @param pageSize rows of one of them
   * @throws ApiError 429 when they do not fit into the limits now, or 503 when limits cannot be checked
   */
  async chargePages(
    ctx: HttpContext,
    access: Access,
    pages: number,
    pageSize: number
  ): Promise<void> {
    if (!this.options.limits || pages < 2) return
    const charges = this.#chargesFor(ctx, access).map((charge) => ({
      ...charge,
      cost: pages - 1,
      atOnce: true,
    }))
    const { refusedBy, windows } = await this.#admitted(ctx, charges)
    const now = Date.now()
    if (windows.length) ctx.rateHeaders = rateHeaders(charges, windows, now)
    if (refusedBy) throw exportRefused(refusedBy, windows, { pages, pageSize, now })
  }

  async #admitted(ctx: HttpContext, charges: readonly Charge[]): Promise<Decision> {
    try {
      return await this.options.throttle.admit({ caller: callerKey(ctx), charges, counted: false })
    } catch (error) {
      return unchecked(ctx, error)
    }
  }

  /** What one request of the caller costs. */
  #chargesFor(ctx: HttpContext, access: Access): Charge[] {
    const { user } = ctx.auth
    if (user) return user.policy.charges(scopesFor(access, user, ctx.request.method()))
    return access.anonymousScopes ? this.#chargesOf(access.anonymousScopes) : this.#anonymous
  }

  /** One request in each of these scopes, at the rates of callers who have no others. */
  #chargesOf(scopes: readonly string[]): Charge[] {
    return scopes.map((scope) => ({ scope, rates: this.options.scopes.get(scope).rates, cost: 1 }))
  }

  #answer(ctx: HttpContext, charges: readonly Charge[], { refusedBy, windows }: Decision): void {
    const now = Date.now()
    if (windows.length) ctx.rateHeaders = rateHeaders(charges, windows, now)
    if (refusedBy) throw throttled(refusedBy, { who: ctx.auth.user ? 'account' : 'anonymous', now })
  }
}

/** @throws ApiError 503 */
function unchecked(ctx: HttpContext, error: unknown): never {
  logFailure(ctx.logger, error, 'limits cannot be checked')
  throw ApiError.detail(
    THROTTLE_ERRORS.limits_unavailable,
    "Rate limits can't be checked right now. Try again shortly.",
    { 'retry-after': '1' }
  )
}

/** Scopes a request of an account counts in. */
function scopesFor(
  { scopes = ORDINARY, writeScope }: Access,
  { policy }: AccountRecord,
  method: string
): readonly string[] {
  return writeScope && WRITES.has(method) && policy.effective(writeScope).source === 'override'
    ? [writeScope]
    : scopes
}

/** Whose ledger a request goes into. */
function callerKey({ auth: { user }, request }: HttpContext): string {
  return user ? accountKey(user.id) : addressKey(request.ip())
}
