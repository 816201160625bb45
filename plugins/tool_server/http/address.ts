/**
 * The address of the tool server, as a client sees it.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { origin } from '#api/roots'
import { settings as serverSettings } from '#start/env'
import settings from '../settings.js'

/** Whether a request came to a host where the tool server has the root. */
function isOwnHost({ request }: HttpContext): boolean {
  return settings.hosts.some((host) => host === request.host() || host === request.hostname())
}

/** Without a slash at its end where it has a path: strict clients compare it with what they were given. */
export function addressOf(ctx: HttpContext): string {
  if (!isOwnHost(ctx)) return origin(ctx) + settings.path
  return `${ctx.request.protocol()}://${ctx.request.host()}/`
}

/**
 * Where clients sign in; undefined on a host of its own that does not know the
 * address of the rest of the server.
 */
export function issuerOf(ctx: HttpContext): string | undefined {
  return isOwnHost(ctx) && !serverSettings.appUrl ? undefined : origin(ctx)
}

/** Where clients find out how to sign in (RFC 9728, 3.1). */
export function metadataAddress(ctx: HttpContext): string {
  const { origin: host, pathname } = new URL(addressOf(ctx))
  return `${host}/.well-known/oauth-protected-resource${pathname === '/' ? '' : pathname}`
}

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
  const sender = request.header('origin')
  response.header('access-control-expose-headers', EXPOSED)
  if (request.method() === 'OPTIONS')
    for (const [name, value] of Object.entries(PREFLIGHT)) response.header(name, value)
  if (!origins) {
    response.header('access-control-allow-origin', '*')
    return true
  }
  response.header('vary', 'Origin')
  if (sender === undefined) return true
  if (!origins.includes(sender)) return false
  response.header('access-control-allow-origin', sender)
  return true
}
