/**
 * Checks every API request, in this order: authentication, permission, rate limits. Responses
 * with 401 and 403 cost nothing (usage-and-limits 2).
 */
import { hash } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import type { AccountRecord } from '#app/accounts/account_cache'
import { writeScopeMissing } from '#app/accounts/guards/token_guard'
import { requireCsrfToken } from '#app/accounts/page_visitor'
import { verifyPassword } from '#app/accounts/passwords'
import { logFailure } from '#app/database/database_unavailable'
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
    /** Rate limit headers of the response. */
    rateHeaders?: Record<string, string>
  }
}

/** Permissions and cost of an endpoint. */
export interface Access {
  /** Rejects anonymous requests. */
  account?: boolean
  /** Rejects anonymous writes. */
  accountToWrite?: boolean
  /** POST requests are signed with a secret of the server and need no account. */
  signed?: boolean
  /**
   * POST requests don't change anything: read-only tokens are accepted, and sessions need no
   * CSRF token.
   */
  changesNothing?: boolean
  /** Required permission. */
  right?: string
  /** Permissions required for single methods instead, which may include OPTIONS. */
  rightOf?: Readonly<Partial<Record<string, string>>>
  /** Scopes in which requests count; `user` by default. */
  scopes?: readonly string[]
  /**
   * Scope in which POST, PUT, and PATCH requests count instead, if the account has its own
   * rates in it.
   */
  writeScope?: string
  /** Scopes in which anonymous requests count by IP address; `anon` and `user` by default. */
  anonymousScopes?: readonly string[]
  /** Methods that are charged by their handler (`Gate.charge`), which determines the cost. */
  chargedByHandler?: readonly string[]
  /** Whether requests count in the daily usage report; true by default. */
  counted?: boolean
}

export interface GateOptions {
  throttle: Throttle
  scopes: ScopeRegistry
  /** If false, limits aren't enforced, but requests are counted. */
  limits: boolean
  /** If false, all requests require an account. */
  anonymousReads: boolean
}

const ORDINARY: readonly string[] = [USER]
/** Methods to which write scopes apply (usage-and-limits 1). */
const WRITES = new Set(['POST', 'PUT', 'PATCH'])
const FREE: Charge[] = []

export class Gate {
  /** Anonymous requests count in both scopes (architecture, Open points decided). */
  readonly #anonymous: Charge[]

  constructor(readonly options: GateOptions) {
    this.#anonymous = this.#chargesOf([ANONYMOUS, USER])
  }

  /** @throws ApiError 401, 403, 429, or 503 if limits can't be checked */
  authorize(ctx: HttpContext, access: Access): void | Promise<void> {
    const identified = ctx.auth.identify()
    return identified instanceof Promise
      ? identified.then(() => this.#pass(ctx, access))
      : this.#pass(ctx, access)
  }

  /**
   * Authenticates only, for endpoints that are public and free. Invalid credentials are
   * rejected.
   */
  async authenticate(ctx: HttpContext): Promise<void> {
    await ctx.auth.identify()
  }

  /**
   * Requires an account if anonymous reads are off. For requests outside the API that cost
   * nothing.
   *
   * @throws ApiError 401
   */
  async admitReader(ctx: HttpContext): Promise<void> {
    if (this.options.anonymousReads) return
    await this.authenticate(ctx)
    requireAccount(ctx)
  }

  /**
   * Compares a password with the stored hash. Failed attempts count against the name,
   * regardless of the IP address and of whether the account exists.
   *
   * @param name username or email address
   * @param stored hash; null if there is no account or it has no password
   * @throws E_TOO_MANY_REQUESTS after too many failed attempts
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
    if (!safe && ctx.auth.readOnly) throw writeRefused(ctx)
  }

  /**
   * Counts a forbidden request in the usage report without charging it (architecture, Open
   * points decided).
   */
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
   * Charges an account for a request whose handler has determined the cost: in all scopes or
   * in none. Costs of 0 are checked but not recorded.
   *
   * @param costs by scope
   * @param counted whether the request counts in the daily usage report
   * @returns the exceeded window; null if the request passes
   * @throws ApiError 503 if limits can't be checked
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
   * Charges the pages replaced by an export, atomically. The request itself was already charged
   * as the first page.
   *
   * @param pages pages of the whole export
   * @param pageSize rows per page
   * @throws ApiError 429 if they exceed the limits, or 503 if limits can't be checked
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

  /** The charges of one request. */
  #chargesFor(ctx: HttpContext, access: Access): Charge[] {
    const { user } = ctx.auth
    if (user) return user.policy.charges(scopesFor(access, user, ctx.request.method()))
    return access.anonymousScopes ? this.#chargesOf(access.anonymousScopes) : this.#anonymous
  }

  /** One request in each scope, at the default rates. */
  #chargesOf(scopes: readonly string[]): Charge[] {
    return scopes.map((scope) => ({ scope, rates: this.options.scopes.get(scope).rates, cost: 1 }))
  }

  #answer(ctx: HttpContext, charges: readonly Charge[], { refusedBy, windows }: Decision): void {
    const now = Date.now()
    if (windows.length) ctx.rateHeaders = rateHeaders(charges, windows, now)
    if (refusedBy) throw throttled(refusedBy, { who: ctx.auth.user ? 'account' : 'anonymous', now })
  }
}

/** The error for a write with read-only credentials. */
function writeRefused({ auth }: HttpContext): Error {
  if (auth.authenticatedViaGuard === 'bearer') return writeScopeMissing()
  const { read_only_token: kind } = API_ERRORS
  return ApiError.detail(kind, `${kind.message} ${kind.hint}`)
}

/** @throws ApiError 503 */
function unchecked(ctx: HttpContext, error: unknown): never {
  logFailure(ctx.logger, error, "rate limits can't be checked")
  throw ApiError.detail(
    THROTTLE_ERRORS.limits_unavailable,
    "Rate limits can't be checked right now. Try again shortly.",
    { 'retry-after': '1' }
  )
}

/** The scopes in which a request of an account counts. */
function scopesFor(
  { scopes = ORDINARY, writeScope }: Access,
  { policy }: AccountRecord,
  method: string
): readonly string[] {
  return writeScope && WRITES.has(method) && policy.effective(writeScope).source === 'override'
    ? [writeScope]
    : scopes
}

/** Key of the ledger that records a request. */
function callerKey({ auth: { user }, request }: HttpContext): string {
  return user ? accountKey(user.id) : addressKey(request.ip())
}
