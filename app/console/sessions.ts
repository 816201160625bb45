/**
 * Signing in and out.
 */
import type { HttpContext, HttpRequest } from '@adonisjs/core/http'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

const ACCOUNT = 'account_id'

/** The account of a session's values. */
export function accountOf(values: Record<string, unknown> | null): number | undefined {
  const id = values?.[ACCOUNT]
  return typeof id === 'number' ? id : undefined
}

/** Starts a session of the account under a new ID, so that one that was planted is worth nothing. */
export async function signIn({ session }: HttpContext, accountId: number): Promise<void> {
  session.clear()
  session.regenerate()
  session.put(ACCOUNT, accountId)
  await session.tag(String(accountId))
}

export function signOut({ session }: HttpContext): void {
  session.clear()
  session.regenerate()
}

/** Ends all sessions of an account but, perhaps, one. */
export async function endSessions(
  trx: TransactionClientContract,
  accountId: number,
  except?: string
): Promise<void> {
  await trx
    .from('sessions')
    .where('user_id', String(accountId))
    .if(except, (query) => query.whereNot('id', except!))
    .delete()
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
