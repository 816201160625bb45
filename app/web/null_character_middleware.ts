import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { isApiPath } from '#api/roots'
import { ApiError } from '#app/support/api_error'

/**
 * Answers addresses of pages that hold a null character with 404: no name or key has one, and
 * PostgreSQL takes none in a text. The API checks the keys of its resources itself.
 */
export default class NullCharacterMiddleware {
  handle({ request }: HttpContext, next: NextFn) {
    // Decoded, but for reserved characters.
    const path = request.url()
    if (path.includes('\0') && !isApiPath(path)) throw ApiError.detail(404, 'Not found.')
    return next()
  }
}
