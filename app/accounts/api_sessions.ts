/**
 * The session cookie as a credential of the API. It is read only: an answer
 * of the API never sets a cookie.
 */
import type { HttpContext } from '@adonisjs/core/http'
import type { SessionCollection } from '@adonisjs/session'
import Tokens from 'csrf'
import { ApiError } from '#app/support/api_error'
import type { AccountDirectory, AccountRecord } from './directory.js'
import { SESSION_COOKIE } from '#config/session'
import { accountOf, CSRF_SECRET } from './sessions.js'

const tokens = new Tokens()

export interface PageVisitor {
  account: AccountRecord
  /** Value of `_csrf` in a form of the page. */
  csrfToken: string
}

export class ApiSessions {
  readonly #values = new WeakMap<HttpContext, Record<string, unknown> | null>()

  constructor(
    readonly sessions: SessionCollection,
    readonly directory: AccountDirectory
  ) {}

  /** The account that is signed in with the request's cookie. */
  async account(ctx: HttpContext): Promise<AccountRecord | undefined> {
    if (!ctx.request.request.headers.cookie!.includes(SESSION_COOKIE)) return undefined
    const id = ctx.request.cookie(SESSION_COOKIE) as unknown
    if (typeof id !== 'string') return undefined
    const values = await this.sessions.get(id)
    this.#values.set(ctx, values)
    return accountOf(values, this.directory)
  }

  /** Who looks at a page that needs no session, and the token its forms must carry. */
  async visitor(ctx: HttpContext): Promise<PageVisitor | undefined> {
    if (!ctx.request.request.headers.cookie) return undefined
    const account = await this.account(ctx)
    const secret = this.#values.get(ctx)?.[CSRF_SECRET]
    if (!account || typeof secret !== 'string') return undefined
    return { account, csrfToken: tokens.create(secret) }
  }

  /**
   * A browser sends cookies along whoever makes it; only our own pages know
   * the token of their session.
   *
   * @throws ApiError 403
   */
  async check(ctx: HttpContext): Promise<void> {
    const secret = this.#values.get(ctx)?.[CSRF_SECRET]
    const token = ctx.request.header('x-csrf-token') ?? ctx.request.header('x-csrftoken')
    if (!token) {
      throw ApiError.detail(
        403,
        'CSRF Failed: CSRF token missing. Send the token of the page in the header X-CSRF-Token, or use an API token.'
      )
    }
    if (typeof secret !== 'string' || !tokens.verify(secret, token))
      throw ApiError.detail(403, 'CSRF Failed: CSRF token incorrect.')
  }
}
