import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

/** Half a year, in seconds. */
const MAX_AGE = 15_552_000

/** Restricts browsers to TLS for this server. */
export default class StrictTransportMiddleware {
  handle({ response }: HttpContext, next: NextFn) {
    // Set on Node's response: code that writes the whole head at once keeps it.
    response.response.setHeader('strict-transport-security', `max-age=${MAX_AGE}`)
    return next()
  }
}
