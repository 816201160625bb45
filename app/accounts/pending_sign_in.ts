/** A sign-in whose password was right and whose second factor is still to come, kept in the visitor's session. */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { AccountCache, type AccountRecord } from './account_cache.js'
import { SessionAccounts } from './guards/session_accounts.js'

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
  account: AccountRecord,
  next: string
): Promise<void> {
  const accounts = await sessionAccounts()
  const identifier = (await accounts.createUserForGuard(account)).getId()
  session.put(PENDING, { identifier, until: Date.now() + VALID, next } satisfies Pending)
}

/** The account that proved its password a moment ago; undefined when none did, or its password changed. */
export async function pendingSignIn({
  session,
}: HttpContext): Promise<{ account: AccountRecord; next: string } | undefined> {
  const pending = session.get(PENDING) as Pending | undefined
  if (!pending || !(pending.until > Date.now())) return undefined
  const account = await (await sessionAccounts()).accountOf(pending.identifier)
  return account && { account, next: pending.next }
}

async function sessionAccounts(): Promise<SessionAccounts> {
  return new SessionAccounts(await app.container.make(AccountCache))
}
