/**
 * Who an endpoint asks for.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { refused } from '#app/accounts/authenticator'
import type { Caller } from '#app/accounts/caller'
import { holds } from '#app/accounts/rights'
import { ApiError } from '#app/support/api_error'

/** @throws ApiError 401 when nobody is known to ask */
export function requireAccount({ caller }: HttpContext): Caller {
  if (!caller) throw refused('Authentication credentials were not provided.')
  return caller
}

/**
 * @param right name of the right: `fast_lookup`
 * @throws ApiError 401 when nobody is known to ask, 403 when the account lacks the right
 */
export function requireRight(ctx: HttpContext, right: string): void {
  if (!holds(requireAccount(ctx).account.rights, right)) {
    throw ApiError.detail(403, 'You do not have permission to perform this action.')
  }
}
