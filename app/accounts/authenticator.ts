/**
 * Recognises the account behind a request: by token, by name and password,
 * or by the session cookie (specification, Authentication).
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import type { Caller } from './caller.js'
import type { AccountDirectory, AccountRecord, TokenRecord } from './directory.js'
import { TOKEN } from './tokens.js'

/** Credentials that passed, kept so that not every request costs a hash. */
const MOST_PASSED = 5_000

/** Milliseconds for which they count. */
const PASSED_FOR = 5 * 60_000

/** Of an Authorization header with a token. */
const USUAL_LENGTH = 'Token '.length + 40

export interface AuthenticatorOptions {
  directory: AccountDirectory
  /** Account of the session cookie; undefined without one. */
  session?: (ctx: HttpContext) => Promise<AccountRecord | undefined>
  /** Told each use of a token. */
  used?: (tokenId: number) => void
  /** Counts an attempt to guess a password; throws when there were too many. */
  attempted?: (ctx: HttpContext) => Promise<void>
  /** Compares a password of a name with the stored hash; throws when too many were wrong. */
  checkPassword: (name: string, stored: string | null, password: string) => Promise<boolean>
}

export class Authenticator {
  readonly #passed = new Map<string, { accountId: number; hash: string; at: number }>()
  /** Of this process only, so that what is kept is of no use elsewhere. */
  readonly #secret = randomBytes(32)

  constructor(readonly options: AuthenticatorOptions) {}

  /**
   * @returns the caller; undefined when the request names none
   * @throws ApiError 401 when it names one and does not prove it
   */
  caller(ctx: HttpContext): Caller | undefined | Promise<Caller | undefined> {
    const header = ctx.request.request.headers.authorization
    if (header === undefined) {
      return ctx.request.request.headers.cookie && this.options.session
        ? this.#bySession(ctx, this.options.session)
        : undefined
    }
    // The usual form, without taking it apart.
    if (header.startsWith('Token ') && header.length === USUAL_LENGTH)
      return this.#byToken(header.slice('Token '.length))
    const [scheme, credentials = '', ...more] = header.trim().split(/ +/)
    switch (scheme!.toLowerCase()) {
      case 'token':
        if (!credentials) {
          throw refused('The word Token needs a key behind it: "Authorization: Token <key>".')
        }
        if (more.length) throw refused('Invalid token header. A key has no spaces in it.')
        return this.#byToken(credentials)
      case 'basic':
        return this.#byPassword(ctx, credentials)
      case 'bearer':
        throw refused(
          'Keys of this API are not bearer tokens. Send "Authorization: Token <key>" instead of "Bearer <key>".'
        )
    }
    throw refused(
      TOKEN.test(scheme!)
        ? 'The word Token is missing in front of the key: "Authorization: Token <key>".'
        : 'The Authorization header is of no kind this API knows. Send "Token <key>", or Basic with name and password.'
    )
  }

  #byToken(text: string): Caller | Promise<Caller> {
    const { directory } = this.options
    if (!TOKEN.test(text)) throw refused('Invalid token.')
    const token = directory.token(text)
    if (token instanceof Promise) return token.then((read) => this.#ofToken(read))
    return this.#ofToken(token)
  }

  #ofToken(token: TokenRecord | undefined): Caller | Promise<Caller> {
    if (!token) throw refused('Invalid token.')
    if (token.expiresAt !== null && token.expiresAt <= Date.now())
      throw refused('This token has expired. Make a new one in the profile.')
    const account = this.options.directory.account(token.accountId)
    const finish = (record: AccountRecord | undefined): Caller => {
      const caller: Caller = {
        account: active(record),
        method: 'token',
        readOnly: token.readOnly,
      }
      this.options.used?.(token.id)
      return caller
    }
    return account instanceof Promise ? account.then(finish) : finish(account)
  }

  async #byPassword(ctx: HttpContext, credentials: string): Promise<Caller> {
    const text = Buffer.from(credentials, 'base64').toString('utf8')
    const colon = text.indexOf(':')
    if (colon < 1 || text.includes('\0')) {
      throw refused('Basic needs "name:password", encoded as base64.')
    }
    const key = createHmac('sha256', this.#secret).update(text).digest('base64url')
    const known = this.#passed.get(key)
    if (known && Date.now() - known.at < PASSED_FOR) {
      const account = await this.options.directory.account(known.accountId)
      if (account?.password === known.hash)
        return { account: active(account), method: 'basic', readOnly: false }
      this.#passed.delete(key)
    }
    await this.options.attempted?.(ctx)
    const account = await this.options.directory.named(text.slice(0, colon))
    const [name, password] = [text.slice(0, colon), text.slice(colon + 1)]
    if (!(await this.options.checkPassword(name, account?.password ?? null, password))) {
      throw refused('Invalid username/password.')
    }
    if (this.#passed.size >= MOST_PASSED) this.#passed.delete(this.#passed.keys().next().value!)
    this.#passed.set(key, { accountId: account!.id, hash: account!.password!, at: Date.now() })
    return { account: active(account), method: 'basic', readOnly: false }
  }

  async #bySession(
    ctx: HttpContext,
    session: (ctx: HttpContext) => Promise<AccountRecord | undefined>
  ): Promise<Caller | undefined> {
    const account = await session(ctx)
    return account && { account, method: 'session', readOnly: false }
  }
}

function active(account: AccountRecord | undefined): AccountRecord {
  if (!account?.active) throw refused('User inactive or deleted.')
  if (!account.confirmed) {
    throw refused('The e-mail address of this account is not confirmed yet. See the mail we sent.')
  }
  return account
}

/** A 401 with the challenge RFC 9110, 11.6.1 asks for. */
export function refused(detail: string): ApiError {
  return ApiError.detail(401, detail, { 'www-authenticate': 'Token realm="api"' })
}
