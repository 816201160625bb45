import type { HttpContext } from '@adonisjs/core/http'

const PLAUSIBLE = /^[\w.:/+=-]{1,128}$/

/** The request's ID: the client's own `X-Request-ID` where it looks like one, or a new one. */
export function requestId({ request }: HttpContext): string {
  if (!PLAUSIBLE.test(request.id() ?? '')) delete request.request.headers['x-request-id']
  return request.id()!
}
