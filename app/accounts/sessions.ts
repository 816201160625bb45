/**
 * Signing in and out.
 */
import type { HttpContext, HttpRequest } from '@adonisjs/core/http'
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Tokens from 'csrf'
import type { AccountDirectory, AccountRecord } from './directory.js'
import { hashToken } from './tokens.js'

const ACCOUNT = 'account_id'
/** Where the forms' guard keeps its secret. */
export const CSRF_SECRET = 'csrf-secret'
const STAMP = 'password_stamp'

const csrf = new Tokens()

/** Whether values are those of a session of an account, and not of a visitor. */
export function belongsToAccount(values: Record<string, unknown>): boolean {
  return ACCOUNT in values
}

/**
 * Whose session it is. The account must be active and have the password it
 * had when the session started: a request under way while sessions are ended
 * could write its own back.
 */
export async function accountOf(
  values: Record<string, unknown> | null,
  directory: AccountDirectory
): Promise<AccountRecord | undefined> {
  const id = values?.[ACCOUNT]
  if (typeof id !== 'number') return undefined
  const account = await directory.account(id)
  if (!account?.active || account.password === null) return undefined
  return values![STAMP] === stampOf(account.password) ? account : undefined
}

/**
 * Starts a session of the account under a new ID, so that one that was planted is worth nothing.
 *
 * @param password hash of the account's password
 */
export async function signIn(
  { session }: HttpContext,
  accountId: number,
  password: string
): Promise<void> {
  session.clear()
  session.regenerate()
  session.put(ACCOUNT, accountId)
  session.put(STAMP, stampOf(password))
  // Pages that only read the session have forms, too.
  session.put(CSRF_SECRET, csrf.secretSync())
  await session.tag(String(accountId))
}

/** Leaves the session of an account, whose row is deleted already, for a new one. */
export function signOut({ session }: HttpContext): void {
  session.clear()
  session.regenerate()
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
  const back = request.method() === 'GET' ? request.url(true) : '/profile/'
  return `/sign-in/?next=${encodeURIComponent(back)}`
}

/** A path of this server out of a form; anything that leads elsewhere becomes the profile. */
export function localPath(path: unknown): string {
  return typeof path === 'string' && /^\/(?![/\\])[\x21-\x5B\x5D-\x7E]*$/.test(path)
    ? path
    : '/profile/'
}

/** Tells one password from the next without telling its hash. */
function stampOf(password: string): string {
  return hashToken(password)
}
