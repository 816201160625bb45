import type { HttpContext } from '@adonisjs/core/http'
import { DomainError } from '#app/support/domain_error'
import { ACCOUNT_ERRORS } from './errors.js'
import type { AccountRecord } from './account_cache.js'

export interface PageVisitor {
  account: AccountRecord
  /** The value of `_csrf` for forms of the page. */
  csrfToken: string
}

/** The signed-in visitor of a page that only reads sessions, and the token for its forms. */
export async function pageVisitor({ auth }: HttpContext): Promise<PageVisitor | undefined> {
  if (!(await auth.checkUsing(['web']))) return undefined
  const csrfToken = auth.use('web').csrfToken()
  return csrfToken === undefined ? undefined : { account: auth.user!, csrfToken }
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
