import type { HttpContext } from '@adonisjs/core/http'
import type { AccountCache, AccountRecord, TokenRecord } from '../account_cache.js'
import { type TokenUse, TOKEN } from '../tokens.js'
import { AccountGuard } from './account_guard.js'
import {
  insufficientScope,
  invalidAccessToken,
  refused,
  type InvalidCredentials,
} from './credentials.js'
import type { ApplicationService } from '@adonisjs/core/types'
import { API_SCOPES, type BearerTokens } from '../bearer_tokens.js'
import { SAFE_METHODS } from '#app/support/safe_methods'

/** `Authorization: Token <key>`. */
export class TokenGuard extends AccountGuard {
  readonly driverName = 'token'
  /** Whether the token is read-only. */
  readOnly = false

  constructor(
    ctx: HttpContext,
    readonly accountCache: AccountCache,
    readonly use: TokenUse
  ) {
    super(ctx)
  }

  protected find(text: string) {
    if (!TOKEN.test(text)) throw refused('Invalid token.')
    const token = this.accountCache.token(text)
    return token instanceof Promise
      ? token.then((read) => this.#accountOf(read))
      : this.#accountOf(token)
  }

  #accountOf(token: TokenRecord | undefined) {
    if (!token) throw refused('Invalid token.')
    if (token.expiresAt !== null && token.expiresAt <= Date.now())
      throw refused('This token has expired. Create a new token in your profile.')
    this.readOnly = token.readOnly
    this.use.note(token.id)
    return this.accountCache.account(token.accountId)
  }

  /** @param token plain text of the token; the database only has its hash */
  async authenticateAsClient(_account: AccountRecord, token: string) {
    return { headers: { authorization: `Token ${token}` } }
  }
}

/** The error for a write with an access token that only has the scope to read. */
export function writeScopeMissing(): InvalidCredentials {
  return insufficientScope(
    `This access token is read-only. The request requires the scope "${API_SCOPES.write}".`,
    API_SCOPES.write
  )
}

/** `Authorization: Bearer <access token>` (RFC 6750). */
export class BearerGuard extends AccountGuard {
  readonly driverName = 'bearer'
  /** Whether the owner granted read-only access. */
  readOnly = false

  constructor(
    ctx: HttpContext,
    readonly accountCache: AccountCache,
    readonly bearer: BearerTokens,
    readonly app: ApplicationService
  ) {
    super(ctx)
  }

  protected async find(text: string): Promise<AccountRecord | undefined> {
    const { definition } = this.bearer
    if (!definition || TOKEN.test(text))
      throw this.refused(
        'API keys are not bearer tokens. Send "Authorization: Token <key>" instead of "Bearer <key>".'
      )
    const { default: verify } = await definition.verify()
    const token = await verify(text, this.app)
    if (!token) throw this.refused('Invalid or expired bearer token.')
    const { scopes } = token
    if (!scopes.includes(API_SCOPES.write) && !scopes.includes(API_SCOPES.read))
      throw insufficientScope(
        `The bearer token has the scopes "${scopes.join(' ')}". The API requires "${API_SCOPES.write}" or "${API_SCOPES.read}".`,
        SAFE_METHODS.has(this.ctx.request.method()) ? API_SCOPES.read : API_SCOPES.write
      )
    this.readOnly = !scopes.includes(API_SCOPES.write)
    return this.accountCache.account(token.accountId)
  }

  protected override refused(detail: string): InvalidCredentials {
    return invalidAccessToken(detail)
  }

  async authenticateAsClient(_account: AccountRecord, token: string) {
    return { headers: { authorization: `Bearer ${token}` } }
  }
}
