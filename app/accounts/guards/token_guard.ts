import type { HttpContext } from '@adonisjs/core/http'
import type { AccountCache, AccountRecord, TokenRecord } from '../account_cache.js'
import type { TokenUse } from '../token_use.js'
import { TOKEN } from '../tokens.js'
import { AccountGuard } from './account_guard.js'
import { refused } from './credentials.js'

/** `Authorization: Token <key>`. */
export class TokenGuard extends AccountGuard {
  readonly driverName = 'token'
  /** Whether the token may only read. */
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
      throw refused('This token has expired. Make a new one in the profile.')
    this.readOnly = token.readOnly
    this.use.note(token.id)
    return this.accountCache.account(token.accountId)
  }

  /** @param token of the account: the database has no more than its hash */
  async authenticateAsClient(_account: AccountRecord, token: string) {
    return { headers: { authorization: `Token ${token}` } }
  }
}
