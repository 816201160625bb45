/**
 * Cross-origin rules of the tool server: scripts of allowed origins may call
 * it, never with cookies (tool server, protocol 4).
 */
import type { HttpContext } from '@adonisjs/core/http'
import settings from '../settings.js'

const EXPOSED = 'Mcp-Session-Id, WWW-Authenticate, Retry-After, X-Request-Id'

/** Of preflights. */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Authorization, Content-Type, Accept, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, Last-Event-ID',
  'access-control-max-age': '86400',
}

/**
 * Adds the headers of cross-origin requests to a response.
 *
 * @returns whether the origin of the request is allowed; true without one
 */
export function allowOrigin({ request, response }: HttpContext): boolean {
  const { origins } = settings
  const origin = request.header('origin')
  response.header('access-control-expose-headers', EXPOSED)
  if (request.method() === 'OPTIONS')
    for (const [name, value] of Object.entries(PREFLIGHT)) response.header(name, value)
  if (!origins) {
    response.header('access-control-allow-origin', '*')
    return true
  }
  response.header('vary', 'Origin')
  if (origin === undefined) return true
  if (!origins.includes(origin)) return false
  response.header('access-control-allow-origin', origin)
  return true
}
