import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { isApiPath } from '#api/roots'
import { ApiError } from '#app/support/api_error'

/**
 * Responds with 404 to page URLs that contain a null character: no name or key has one, and
 * PostgreSQL rejects it in texts. The API checks the keys of its resources itself.
 */
export default class NullCharacterMiddleware {
  handle({ request }: HttpContext, next: NextFn) {
    // Decoded, except for reserved characters.
    const path = request.url()
    if (path.includes('\0') && !isApiPath(path)) throw ApiError.detail(404, 'Not found.')
    return next()
  }
}
