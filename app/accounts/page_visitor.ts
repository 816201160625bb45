import type { HttpContext } from '@adonisjs/core/http'
import { DomainError } from '#app/support/domain_error'
import { ACCOUNT_ERRORS } from './errors.js'
import type { AccountRecord } from './account_cache.js'

export interface PageVisitor {
  account: AccountRecord
  /** Value of `_csrf` in a form of the page. */
  csrfToken: string
}

/** The signed-in account that reads a page without a session of its own, and the token its forms must carry. */
export async function pageVisitor({ auth }: HttpContext): Promise<PageVisitor | undefined> {
  if (!(await auth.checkUsing(['web']))) return undefined
  const csrfToken = auth.use('web').csrfToken()
  return csrfToken === undefined ? undefined : { account: auth.user!, csrfToken }
}

/**
 * Requires the CSRF token of the session: browsers send cookies with requests
 * of other sites, too.
 *
 * @throws DomainError
 */
export function requireCsrfToken({ auth, request }: HttpContext): void {
  const token = request.header('x-csrf-token') ?? request.header('x-csrftoken')
  if (!token) {
    throw csrfFailed(
      'CSRF token missing. Send the token of the page in the header X-CSRF-Token, or use an API token.'
    )
  }
  if (!auth.use('web').verifyCsrf(token)) throw csrfFailed('CSRF token incorrect.')
}

function csrfFailed(why: string): DomainError {
  return new DomainError(ACCOUNT_ERRORS.csrf_failed, { detail: `CSRF Failed: ${why}` })
}

/**
 * Thrown by a page that only accounts may read; answered with the way to the
 * sign-in page.
 */
export class SignInNeeded extends Error {
  constructor() {
    super('This server asks for an account.')
  }
}
