/**
 * Any origin may use the API, never with credentials. The answer is the same
 * for every request, so it is a constant and needs no middleware.
 */
import type { HttpContext } from '@adonisjs/core/http'

const EXPOSED = [
  'age',
  'allow',
  'content-disposition',
  'curia-defaults-applied',
  'curia-export-cost',
  'curia-export-cut',
  'curia-export-rows',
  'curia-ranked-newest',
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

/** Headers of every answer below /api/. */
export const CORS_HEADERS: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
}

const DAY = 86_400

/** Answers a preflight; a plain OPTIONS asks for metadata and is left alone. */
export function answeredPreflight({ request, response }: HttpContext): boolean {
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
