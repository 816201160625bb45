/**
 * Rights of accounts, as endpoints ask for them. Whoever recognises the
 * account of a request sets them on its context.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { ApiError } from './api_error.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Rights of the account that asks; undefined when nobody is known to ask. */
    rights?: ReadonlySet<string>
  }
}

/**
 * @param right name of the right: `fast_lookup`
 * @throws ApiError 401 when nobody is known to ask, 403 when the account lacks the right
 */
export function requireRight({ rights }: HttpContext, right: string): void {
  if (!rights) {
    throw ApiError.detail(401, 'Authentication credentials were not provided.', {
      'www-authenticate': 'Token',
    })
  }
  if (!rights.has(right)) {
    throw ApiError.detail(403, 'You do not have permission to perform this action.')
  }
}
