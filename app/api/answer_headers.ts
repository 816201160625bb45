/**
 * Headers every answer of the API has.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { varyByCoding } from '#app/support/content_coding'
import { CORS_HEADERS } from './cors.js'
import { cacheHeaders } from '#app/support/caching'

const VARY = varyByCoding('Accept', 'Authorization', 'Cookie')

/**
 * @param own headers of the answer itself, which win
 */
export function answerHeaders(
  ctx: HttpContext,
  own: Record<string, string> = {}
): Record<string, string> {
  const { auth, rateHeaders, deprecation } = ctx
  const links = [own.link, deprecation?.link].filter(Boolean)
  return {
    // What was asked for with credentials is for the one who has them (RFC 9111).
    'vary': VARY,
    ...cacheHeaders('records', auth.user ? 'private' : 'public'),
    'x-request-id': requestId(ctx),
    ...CORS_HEADERS,
    ...rateHeaders,
    ...deprecation,
    ...own,
    ...(links.length ? { link: links.join(', ') } : {}),
  }
}

const PLAUSIBLE = /^[\w.:/+=-]{1,128}$/

/** The request's ID: the client's own `X-Request-ID` where it looks like one, or a new one. */
export function requestId({ request }: HttpContext): string {
  if (!PLAUSIBLE.test(request.id() ?? '')) delete request.request.headers['x-request-id']
  return request.id()!
}
