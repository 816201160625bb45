import type { symbols } from '@adonisjs/auth'
import type { AuthClientResponse, GuardContract } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import type { AccountRecord } from '../account_cache.js'
import {
  parseAuthorizationHeader,
  InvalidCredentials,
  refused,
  unauthenticated,
} from './credentials.js'

/** A guard for one scheme of the Authorization header. */
export abstract class AccountGuard implements GuardContract<AccountRecord> {
  declare readonly [symbols.GUARD_KNOWN_EVENTS]: unknown
  abstract readonly driverName: 'token' | 'basic' | 'bearer'
  user?: AccountRecord
  isAuthenticated = false
  authenticationAttempted = false

  constructor(readonly ctx: HttpContext) {}

  /**
   * Authenticates with the text after the scheme; synchronous if the account is cached.
   *
   * @throws InvalidCredentials
   */
  attempt(value: string): void | Promise<void> {
    this.authenticationAttempted = true
    const account = this.find(value)
    return account instanceof Promise
      ? account.then((found) => this.#succeed(found))
      : this.#succeed(account)
  }

  /** Finds the account that the credentials belong to. */
  protected abstract find(
    value: string
  ): AccountRecord | undefined | Promise<AccountRecord | undefined>

  abstract authenticateAsClient(user: AccountRecord, ...args: string[]): Promise<AuthClientResponse>

  /** @throws InvalidCredentials */
  async authenticate(): Promise<AccountRecord> {
    if (this.authenticationAttempted) return this.getUserOrFail()
    const header = this.ctx.request.request.headers.authorization
    const credentials = header === undefined ? undefined : parseAuthorizationHeader(header)
    this.authenticationAttempted = true
    if (credentials?.guard === this.driverName) await this.attempt(credentials.value)
    return this.getUserOrFail()
  }

  async check(): Promise<boolean> {
    try {
      await this.authenticate()
      return true
    } catch (error) {
      if (error instanceof InvalidCredentials) return false
      throw error
    }
  }

  /** @throws InvalidCredentials */
  getUserOrFail(): AccountRecord {
    if (!this.user) throw unauthenticated()
    return this.user
  }

  /** The error for credentials of this scheme. */
  protected refused(detail: string): InvalidCredentials {
    return refused(detail)
  }

  #succeed(account: AccountRecord | undefined): void {
    if (!account?.active) throw this.refused('User inactive or deleted.')
    if (!account.confirmed) {
      throw this.refused(
        'The email address of this account is not confirmed yet. Follow the link in the email we sent.'
      )
    }
    this.user = account
    this.isAuthenticated = true
  }
}
