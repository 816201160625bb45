/**
 * Sessions of accounts, and URLs of the sign-in page.
 */
import type { HttpContext, HttpRequest } from '@adonisjs/core/http'
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { AccountCache, AccountRecord } from './account_cache.js'
import { symbols } from '@adonisjs/auth'
import type { SessionUserProviderContract } from '@adonisjs/auth/types/session'
import { requiresSecondFactorSetup } from './second_factor/authenticator.js'
import { hashToken } from './tokens.js'

/** Session key of the account in the session guard. */
export const SESSION_ACCOUNT = 'auth_web'
/** Session key of the CSRF secret. */
export const CSRF_SECRET = 'csrf-secret'

/** Whether values belong to the session of an account rather than a visitor. */
export function isAccountSession(values: Record<string, unknown>): boolean {
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

/** The sign-in page, which redirects back to the requested page. */
export function signInAddress(request: HttpRequest): string {
  return signInPath(request.method() === 'GET' ? request.url(true) : '/profile/')
}

/** @param back path to redirect to after signing in */
export function signInPath(back: string): string {
  return `/sign-in/?next=${encodeURIComponent(back)}`
}

/** A path of this server from a form; the profile if it leads to another server. */
export function toLocalPath(path: unknown): string {
  return typeof path === 'string' && /^\/(?![/\\])[\x21-\x5B\x5D-\x7E]*$/.test(path)
    ? path
    : '/profile/'
}

const PENDING = 'pending_sign_in'
/** Milliseconds for entering the second factor. */
const VALID = 10 * 60_000

interface Pending {
  identifier: string
  until: number
  /** Path to redirect to. */
  next: string
}

/** Stores a sign-in that still needs its second factor. */
export async function beginSignIn(
  { session }: HttpContext,
  accounts: AccountCache,
  { account, next }: { account: AccountRecord; next: string }
): Promise<void> {
  const user = await new SessionAccounts(accounts).createUserForGuard(account)
  const identifier = user.getId()
  session.put(PENDING, { identifier, until: Date.now() + VALID, next } satisfies Pending)
}

/**
 * The account that has entered its password; undefined without one, or if the password has
 * changed.
 */
export async function pendingSignIn(
  { session }: HttpContext,
  accounts: AccountCache
): Promise<{ account: AccountRecord; next: string } | undefined> {
  const pending = session.get(PENDING) as Pending | undefined
  if (!pending || !(pending.until > Date.now())) return undefined
  const account = await new SessionAccounts(accounts).findSessionAccount(pending.identifier)
  return account && { account, next: pending.next }
}

/**
 * Accounts of sessions. The stored identifier includes the account and its password: a session
 * ends when the password changes or the account is closed, even if a concurrent request saves
 * it again.
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
    const account = await this.findSessionAccount(String(identifier))
    return account && !requiresSecondFactorSetup(account) ? this.createUserForGuard(account) : null
  }

  /** The account of a session identifier, including one of a pending sign-in. */
  async findSessionAccount(identifier: string): Promise<AccountRecord | undefined> {
    const [id, stamp] = identifier.split('.')
    const account = await this.accountCache.account(Number(id))
    if (!account?.active || account.password === null) return undefined
    return hashToken(account.password) === stamp ? account : undefined
  }
}
