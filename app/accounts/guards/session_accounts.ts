import { symbols } from '@adonisjs/auth'
import type { SessionUserProviderContract } from '@adonisjs/auth/types/session'
import type { AccountCache, AccountRecord } from '../account_cache.js'
import { lacksSecondFactor } from '../second_factor/requirement.js'
import { hashToken } from '../tokens.js'

/**
 * Accounts of sessions. What a session keeps names the account and its
 * password: with another password, or when it is closed, the session has ended,
 * also one that a request under way wrote back.
 */
export class SessionAccounts implements SessionUserProviderContract<AccountRecord> {
  declare readonly [symbols.PROVIDER_REAL_USER]: AccountRecord

  constructor(readonly accountCache: AccountCache) {}

  async createUserForGuard(account: AccountRecord) {
    return {
      getId: () => `${account.id}.${hashToken(account.password!)}`,
      getOriginal: () => account,
    }
  }

  async findById(identifier: string | number | bigint) {
    const account = await this.accountOf(String(identifier))
    return account && !lacksSecondFactor(account) ? this.createUserForGuard(account) : null
  }

  /** The account that an identifier of a session names, also of one that is not begun yet. */
  async accountOf(identifier: string): Promise<AccountRecord | undefined> {
    const [id, stamp] = identifier.split('.')
    const account = await this.accountCache.account(Number(id))
    if (!account?.active || account.password === null) return undefined
    return hashToken(account.password) === stamp ? account : undefined
  }
}
