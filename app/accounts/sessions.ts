/**
 * Sessions of accounts, and the way to the sign-in page.
 */
import type { HttpContext, HttpRequest } from '@adonisjs/core/http'
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { AccountCache, AccountRecord } from './account_cache.js'
import { symbols } from '@adonisjs/auth'
import type { SessionUserProviderContract } from '@adonisjs/auth/types/session'
import { lacksSecondFactor } from './second_factor/authenticator.js'
import { hashToken } from './tokens.js'

/** Where the session guard keeps the account. */
export const SESSION_ACCOUNT = 'auth_web'
/** Where the forms' guard keeps its secret. */
export const CSRF_SECRET = 'csrf-secret'

/** Whether values are those of a session of an account, and not of a visitor. */
export function belongsToAccount(values: Record<string, unknown>): boolean {
  return SESSION_ACCOUNT in values
}

/** Ends all sessions of an account. */
export async function endSessions(
  trx: TransactionClientContract,
  accountId: number
): Promise<void> {
  await trx.from('sessions').where('user_id', String(accountId)).delete()
}

/** Ends one session. */
export async function endSession(database: Database, { session }: HttpContext): Promise<void> {
  await database.from('sessions').where('id', session.sessionId).delete()
}

/** The sign-in page, which leads back to where the request was going. */
export function signInAddress(request: HttpRequest): string {
  return signInPath(request.method() === 'GET' ? request.url(true) : '/profile/')
}

/** @param back path the sign-in page leads to */
export function signInPath(back: string): string {
  return `/sign-in/?next=${encodeURIComponent(back)}`
}

/** A path of this server out of a form; anything that leads elsewhere becomes the profile. */
export function localPath(path: unknown): string {
  return typeof path === 'string' && /^\/(?![/\\])[\x21-\x5B\x5D-\x7E]*$/.test(path)
    ? path
    : '/profile/'
}

const PENDING = 'pending_sign_in'
/** Milliseconds in which the second factor has to come. */
const VALID = 10 * 60_000

interface Pending {
  identifier: string
  until: number
  /** Where it leads. */
  next: string
}

/** Keeps it until the second factor has come. */
export async function beginSignIn(
  { session }: HttpContext,
  accounts: AccountCache,
  { account, next }: { account: AccountRecord; next: string }
): Promise<void> {
  const user = await new SessionAccounts(accounts).createUserForGuard(account)
  const identifier = user.getId()
  session.put(PENDING, { identifier, until: Date.now() + VALID, next } satisfies Pending)
}

/** The account that proved its password a moment ago; undefined when none did, or its password changed. */
export async function pendingSignIn(
  { session }: HttpContext,
  accounts: AccountCache
): Promise<{ account: AccountRecord; next: string } | undefined> {
  const pending = session.get(PENDING) as Pending | undefined
  if (!pending || !(pending.until > Date.now())) return undefined
  const account = await new SessionAccounts(accounts).accountOf(pending.identifier)
  return account && { account, next: pending.next }
}

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
