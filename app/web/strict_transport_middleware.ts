import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

/** Half a year, in seconds. */
const MAX_AGE = 15_552_000

/** Makes browsers use only TLS for this server. */
export default class StrictTransportMiddleware {
  handle({ response }: HttpContext, next: NextFn) {
    // Set on Node's response, so that code that writes the head directly keeps it.
    response.response.setHeader('strict-transport-security', `max-age=${MAX_AGE}`)
    return next()
  }
}
