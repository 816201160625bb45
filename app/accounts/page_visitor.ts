import type { HttpContext } from '@adonisjs/core/http'
import { isbot } from 'isbot'
import { DomainError } from '#app/support/domain_error'
import { ACCOUNT_ERRORS } from './errors.js'
import type { AccountRecord } from './account_cache.js'

export interface PageVisitor {
  account: AccountRecord
  /** The value of `_csrf` for forms of the page. */
  csrfToken: string
  /** False for bots, and for requests of headers. */
  isPerson: boolean
}

/** Whether a page is requested to be read by a person, not by a bot or for its headers. */
export function isReadByPerson({ request }: HttpContext): boolean {
  return request.method() === 'GET' && !isbot(request.header('user-agent') ?? 'bot')
}

/** The signed-in visitor of a page that only reads sessions, and the token for its forms. */
export async function pageVisitor(ctx: HttpContext): Promise<PageVisitor | undefined> {
  const { auth } = ctx
  if (!(await auth.checkUsing(['web']))) return undefined
  const csrfToken = auth.use('web').csrfToken()
  if (csrfToken === undefined) return undefined
  return { account: auth.user!, csrfToken, isPerson: isReadByPerson(ctx) }
}

/**
 * Requires the CSRF token of the session, because browsers also send cookies with cross-site
 * requests.
 *
 * @throws DomainError
 */
export function requireCsrfToken({ auth, request }: HttpContext): void {
  const token = request.header('x-csrf-token') ?? request.header('x-csrftoken')
  if (!token) {
    throw csrfFailed(
      "CSRF token missing. Send the page's token in the X-CSRF-Token header, or use an API token."
    )
  }
  if (!auth.use('web').verifyCsrf(token)) throw csrfFailed('CSRF token incorrect.')
}

function csrfFailed(why: string): DomainError {
  return new DomainError(ACCOUNT_ERRORS.csrf_failed, { detail: `CSRF Failed: ${why}` })
}

/** Thrown by pages that require an account; the response is a redirect to the sign-in page. */
export class SignInNeeded extends Error {
  constructor() {
    super('This server requires an account.')
  }
}
