import type { HttpContext } from '@adonisjs/core/http'
import type { EmitterService } from '@adonisjs/core/types'
import { SessionGuard } from '@adonisjs/auth/session'
import type { SessionCollection } from '@adonisjs/session'
import Tokens from 'csrf'
import { SESSION_COOKIE } from '#config/session'
import type { AccountRecord } from '../account_cache.js'
import { CSRF_SECRET, SESSION_ACCOUNT, type SessionAccounts } from '../sessions.js'

const tokens = new Tokens()

/**
 * The framework's session guard. For requests without the session middleware (the API, pages of
 * records) it only reads the session of the cookie, so that responses to them never set a
 * cookie.
 */
export class AccountSessionGuard extends SessionGuard<false, SessionAccounts> {
  #values: Record<string, unknown> | null = null

  constructor(
    readonly ctx: HttpContext,
    emitter: EmitterService,
    readonly accounts: SessionAccounts,
    readonly sessions: SessionCollection
  ) {
    super('web', ctx, { useRememberMeTokens: false }, emitter as never, accounts)
  }

  override async authenticate(): Promise<AccountRecord> {
    if (this.authenticationAttempted) return this.getUserOrFail()
    if ('session' in this.ctx) return super.authenticate()
    this.authenticationAttempted = true
    const identifier = (await this.#read())?.[SESSION_ACCOUNT]
    const found = identifier ? await this.accounts.findById(String(identifier)) : null
    this.user = found?.getOriginal()
    this.isAuthenticated = found !== null
    return this.getUserOrFail()
  }

  /**
   * Starts a session with a new ID, which prevents session fixation. The override omits the
   * package's "remember me" cookie, which is not used.
   */
  override async login(account: AccountRecord): Promise<void> {
    const { session } = this.ctx
    session.clear()
    session.regenerate()
    session.put(SESSION_ACCOUNT, (await this.accounts.createUserForGuard(account)).getId())
    // Pages that only read the session also have forms.
    session.put(CSRF_SECRET, tokens.secretSync())
    await session.tag(String(account.id))
    this.user = account
    this.isAuthenticated = true
  }

  /** Starts a new session; the row of the current one is already deleted. */
  override async logout(): Promise<void> {
    const { session } = this.ctx
    session.clear()
    session.regenerate()
    this.user = undefined
    this.isAuthenticated = false
    this.isLoggedOut = true
  }

  /** Reads the session again when it authenticates next. */
  forget(): void {
    this.authenticationAttempted = false
    this.isAuthenticated = false
    this.user = undefined
  }

  /** The value of `_csrf` in forms of the page; undefined if no session was read. */
  csrfToken(): string | undefined {
    const secret = this.#values?.[CSRF_SECRET]
    return typeof secret === 'string' ? tokens.create(secret) : undefined
  }

  /** Whether a token from a form or header belongs to the session. */
  verifyCsrf(token: string): boolean {
    const secret = this.#values?.[CSRF_SECRET]
    return typeof secret === 'string' && tokens.verify(secret, token)
  }

  async #read(): Promise<Record<string, unknown> | null> {
    if (!this.ctx.request.request.headers.cookie?.includes(SESSION_COOKIE)) return null
    const id = this.ctx.request.cookie(SESSION_COOKIE) as unknown
    this.#values = typeof id === 'string' ? await this.sessions.get(id) : null
    return this.#values
  }
}
