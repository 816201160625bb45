import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

/** Half a year, in seconds. */
const MAX_AGE = 15_552_000

/** Tells browsers to use this server over TLS only. */
export default class StrictTransportMiddleware {
  handle({ response }: HttpContext, next: NextFn) {
    // On Node's own response: what writes its head in one piece keeps it.
    response.response.setHeader('strict-transport-security', `max-age=${MAX_AGE}`)
    return next()
  }
}
