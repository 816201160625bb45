import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { readForm, readJson } from '#api/writes/read_body'
import { ApiError } from '#app/support/api_error'
import { SAFE_METHODS } from '#app/support/safe_methods'

interface Options {
  /** Whether the handler reads forms with files. By default, they are rejected. */
  files?: boolean
}

/** Parses forms. */
export default class FormBodyMiddleware {
  async handle({ request }: HttpContext, next: NextFn, { files = false }: Options = {}) {
    if (SAFE_METHODS.has(request.method())) return next()
    if (request.is(['multipart/form-data'])) {
      if (!files) throw ApiError.detail(415, "This form doesn't accept files.")
      return next()
    }
    if (request.is(['application/x-www-form-urlencoded']))
      request.updateBody(await readForm(request.request))
    else if (request.is(['application/json']))
      request.updateBody(objectOf(await readJson(request.request)))
    return next()
  }
}

/** Forms are objects; the framework would convert a text into one key per character. */
function objectOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body && !Array.isArray(body) ? { ...body } : {}
}
