/**
 * `ctx.auth`: the package's authenticator, extended to choose the guard from the request and to
 * authenticate synchronously if the account is cached.
 */
import { Authenticator } from '@adonisjs/auth'
import { HttpContext } from '@adonisjs/core/http'
import type { AccountRecord } from './account_cache.js'
import {
  InvalidCredentials,
  parseAuthorizationHeader,
  unauthenticated,
} from './guards/credentials.js'
import type { BasicGuard } from './guards/basic_guard.js'
import type { BearerGuard, TokenGuard } from './guards/token_guard.js'
import type { AccountSessionGuard } from './guards/session_guard.js'

/** Guards of `config/auth.ts`. */
export type Guards = {
  web: (ctx: HttpContext) => AccountSessionGuard
  token: (ctx: HttpContext) => TokenGuard
  basic: (ctx: HttpContext) => BasicGuard
  bearer: (ctx: HttpContext) => BearerGuard
}

export interface GuardConfig {
  default: keyof Guards
  guards: Guards
}

class RequestAuthenticator extends Authenticator<Guards> {
  /** The guard of the last attempt. */
  via: keyof Guards | undefined

  constructor(
    readonly ctx: HttpContext,
    config: GuardConfig
  ) {
    super(ctx, config)
  }

  override get user(): AccountRecord | undefined {
    return this.via && this.use(this.via).user
  }

  override get isAuthenticated(): boolean {
    return this.user !== undefined
  }

  override get authenticatedViaGuard(): keyof Guards | undefined {
    return this.user && this.via
  }

  /** Whether the credentials are read-only. */
  get readOnly(): boolean {
    if (this.via !== 'token' && this.via !== 'bearer') return false
    return this.use(this.via).readOnly
  }

  /** @throws InvalidCredentials */
  override getUserOrFail(): AccountRecord {
    const { user } = this
    if (!user) throw unauthenticated()
    return user
  }

  override async checkUsing(guards: (keyof Guards)[] = [this.defaultGuard]): Promise<boolean> {
    for (const name of guards) {
      this.via = name
      if (await this.use(name).check()) return true
    }
    return false
  }

  /**
   * Authenticates with the Authorization header, or else with the session cookie. Without
   * either, there is no user.
   *
   * @throws InvalidCredentials for an invalid header
   */
  identify(): void | Promise<void> {
    const { authorization, cookie } = this.ctx.request.request.headers
    if (authorization !== undefined) {
      const { guard, value } = parseAuthorizationHeader(authorization)
      this.via = guard
      return this.use(guard).attempt(value)
    }
    return cookie === undefined ? undefined : this.#bySession()
  }

  /** Whether the credentials still belong to the account, for responses that take long. */
  async isStillValid(): Promise<boolean> {
    const { user, via } = this
    if (!user) return true
    if (via === 'web') this.use('web').forget()
    try {
      await this.identify()
    } catch (error) {
      if (error instanceof InvalidCredentials) return false
      throw error
    }
    return this.user?.id === user.id
  }

  async #bySession(): Promise<void> {
    await this.checkUsing(['web'])
  }
}

declare module '@adonisjs/core/http' {
  interface HttpContext {
    auth: RequestAuthenticator
  }
}

const AUTHENTICATOR = Symbol('authenticator')

type Holder = { [AUTHENTICATOR]?: RequestAuthenticator }

/**
 * Defines `auth` on requests, created on first use: the API and files have no middleware, which
 * would add a promise to each request.
 */
export function provideAuth(config: GuardConfig): void {
  Object.defineProperty(HttpContext.prototype, 'auth', {
    configurable: true,
    get(this: HttpContext & Holder) {
      return (this[AUTHENTICATOR] ??= new RequestAuthenticator(this, config))
    },
  })
}
