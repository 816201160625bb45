/** Accounts and permissions required by endpoints. */
import type { HttpContext } from '@adonisjs/core/http'
import type { Caller } from '#app/accounts/account_cache'
import { hasRight } from '#app/accounts/rights'
import { ApiError } from '#app/support/api_error'

/** @throws ApiError 401 without an authenticated account */
export function requireAccount({ auth }: HttpContext): Caller {
  return { account: auth.getUserOrFail() }
}

/** The caller's account, as required by the writer. */
export function getCaller({ auth: { user } }: HttpContext): Caller | undefined {
  return user && { account: user }
}

/**
 * @param right name of the permission: `fast_lookup`
 * @throws ApiError 401 for an anonymous request, 403 if the account lacks the permission
 */
export function requireRight(ctx: HttpContext, right: string): void {
  if (!hasRight(ctx.auth.getUserOrFail().rights, right)) {
    throw ApiError.detail(403, 'You do not have permission to perform this action.')
  }
}
