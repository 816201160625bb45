import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { setPageHeaders } from '#app/support/page_headers'

/** For routes that respond with pages. */
export default class PageHeadersMiddleware {
  handle({ response }: HttpContext, next: NextFn) {
    setPageHeaders(response)
    return next()
  }
}
