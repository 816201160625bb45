import { createHmac, randomBytes } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { LRUCache } from 'lru-cache'
import type { AccountCache, AccountRecord } from '../account_cache.js'
import { requiresSecondFactorSetup } from '../second_factor/authenticator.js'
import { AccountGuard } from './account_guard.js'
import { refused } from './credentials.js'

/** Caches verified credentials, so that only the first request computes a hash. */
export class VerifiedPasswords {
  readonly #verified = new LRUCache<string, { accountId: number; hash: string }>({
    max: 5_000,
    ttl: 5 * 60_000,
  })
  /** Only this process has the key, so cached values are useless elsewhere. */
  readonly #secret = randomBytes(32)

  /**
   * @param accountCache accounts by name and ID
   * @param attempted counts a password attempt; throws after too many
   * @param checkPassword compares the password of a username with the stored hash; throws after
   *   too many wrong passwords
   */
  constructor(
    readonly accountCache: AccountCache,
    readonly attempted: (ctx: HttpContext) => Promise<void>,
    readonly checkPassword: (
      name: string,
      stored: string | null,
      password: string
    ) => Promise<boolean>
  ) {}

  /**
   * The account with a username and password.
   *
   * @param text `name:password`
   * @throws InvalidCredentials, or an error of the limiter after too many attempts
   */
  async findAccountByPassword(ctx: HttpContext, text: string): Promise<AccountRecord | undefined> {
    const key = createHmac('sha256', this.#secret).update(text).digest('base64url')
    const verified = this.#verified.get(key)
    if (verified) {
      const account = await this.accountCache.account(verified.accountId)
      if (account?.password === verified.hash) return withoutSecondFactor(account)
      this.#verified.delete(key)
    }
    await this.attempted(ctx)
    const colon = text.indexOf(':')
    const [name, password] = [text.slice(0, colon), text.slice(colon + 1)]
    const account = await this.accountCache.named(name)
    if (!(await this.checkPassword(name, account?.password ?? null, password)))
      throw refused('Invalid username/password.')
    this.#verified.set(key, { accountId: account!.id, hash: account!.password! })
    return withoutSecondFactor(account!)
  }
}

/** @throws InvalidCredentials for an account that requires a second factor */
function withoutSecondFactor(account: AccountRecord): AccountRecord {
  if (account.hasSecondFactor || requiresSecondFactorSetup(account))
    throw refused(
      'This account uses two-factor sign-in, which HTTP Basic does not support. Use a token: "Authorization: Token <key>".'
    )
  return account
}

/** `Authorization: Basic <name:password in base64>`. */
export class BasicGuard extends AccountGuard {
  readonly driverName = 'basic'

  constructor(
    ctx: HttpContext,
    readonly passwords: VerifiedPasswords
  ) {
    super(ctx)
  }

  protected find(credentials: string) {
    const text = Buffer.from(credentials, 'base64').toString('utf8')
    if (text.indexOf(':') < 1 || text.includes('\0'))
      throw refused('HTTP Basic requires "name:password", encoded as base64.')
    return this.passwords.findAccountByPassword(this.ctx, text)
  }

  async authenticateAsClient({ username }: AccountRecord, password: string) {
    const credentials = Buffer.from(`${username}:${password}`).toString('base64')
    return { headers: { authorization: `Basic ${credentials}` } }
  }
}
