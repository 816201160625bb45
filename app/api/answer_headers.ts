/** Headers of all API responses. */
import type { HttpContext } from '@adonisjs/core/http'
import { varyByCoding } from '#app/support/content_coding'
import { cacheHeaders } from '#app/support/caching'

const VARY = varyByCoding('Accept', 'Authorization', 'Cookie')

/** @param own headers of the response itself, which take precedence */
export function answerHeaders(
  ctx: HttpContext,
  own: Record<string, string> = {}
): Record<string, string> {
  const { auth, rateHeaders, deprecation } = ctx
  const links = [own.link, deprecation?.link].filter(Boolean)
  return {
    // Responses to requests with credentials must not be shared between callers (RFC 9111).
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

/** The request ID: a plausible `X-Request-ID` of the client, or a new ID. */
export function requestId({ request }: HttpContext): string {
  if (!PLAUSIBLE.test(request.id() ?? '')) delete request.request.headers['x-request-id']
  return request.id()!
}

const EXPOSED = [
  'age',
  'allow',
  'content-disposition',
  'curia-defaults-applied',
  'curia-deleted',
  'curia-export-cost',
  'curia-export-cut',
  'curia-export-rows',
  'curia-ranked-newest',
  'curia-sample-records',
  'deprecation',
  'duplicate-of',
  'etag',
  'idempotent-replayed',
  'link',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'sunset',
  'warning',
  'www-authenticate',
  'x-request-id',
]

/**
 * CORS headers of all responses under /api/. Any origin may use the API, but never with
 * credentials. The headers are the same for every request, so no middleware is needed.
 */
const CORS_HEADERS: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
}

const DAY = 86_400

/**
 * Responds to a preflight request. A plain OPTIONS request returns metadata and isn't handled
 * here.
 */
export function handlePreflight({ request, response }: HttpContext): boolean {
  if (request.method() !== 'OPTIONS' || !request.header('access-control-request-method'))
    return false
  for (const [name, value] of Object.entries(CORS_HEADERS)) response.header(name, value)
  response
    .header('access-control-allow-methods', 'GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE')
    .header('access-control-allow-headers', request.header('access-control-request-headers') ?? '*')
    .header('access-control-max-age', String(DAY))
    .header('vary', 'Access-Control-Request-Headers')
    .status(204)
    .send(null)
  return true
}

/** A format suffix of a path: `.json`. */
const SUFFIX = /\.[a-z0-9]+$/

/**
 * Redirects reads without a trailing slash to the URL with one, keeping the parameters.
 *
 * @returns whether a response was sent
 */
export function redirectToSlash({ request, response }: HttpContext): boolean {
  const path = request.url()
  if (path.endsWith('/') || SUFFIX.test(path) || !['GET', 'HEAD'].includes(request.method()))
    return false
  // The path as sent, because the decoded path may contain characters that aren't allowed in
  // headers.
  const sent = request.request.url!.split(/[?#]/, 1)[0]!
  const { query } = request.parsedUrl
  for (const [name, value] of Object.entries(CORS_HEADERS)) response.header(name, value)
  response
    .status(301)
    .header('location', `${sent}/${query ? `?${query}` : ''}`)
    .send('')
  return true
}
