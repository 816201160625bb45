/**
 * URLs of the tool server as clients see them, and CORS.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { origin } from '#api/roots'
import { settings as serverSettings } from '#start/env'
import settings from '../settings.js'

/** Whether the request is for a host that serves the tool server at its root. */
function isOwnHost({ request }: HttpContext): boolean {
  return settings.hosts.some((host) => host === request.host() || host === request.hostname())
}

/** A path has no trailing slash, because strict clients compare the URL with their configuration. */
export function getToolServerUrl(ctx: HttpContext): string {
  if (!isOwnHost(ctx)) return origin(ctx) + settings.path
  return `${ctx.request.protocol()}://${ctx.request.host()}/`
}

/**
 * Returns the URL of the OAuth issuer; undefined on a dedicated host if the main
 * URL of the server isn't configured.
 */
export function getIssuerUrl(ctx: HttpContext): string | undefined {
  return isOwnHost(ctx) && !serverSettings.appUrl ? undefined : origin(ctx)
}

/** Returns the URL of the resource metadata (RFC 9728, 3.1). */
export function metadataAddress(ctx: HttpContext): string {
  const { origin: host, pathname } = new URL(getToolServerUrl(ctx))
  return `${host}/.well-known/oauth-protected-resource${pathname === '/' ? '' : pathname}`
}

const EXPOSED = 'Mcp-Session-Id, WWW-Authenticate, Retry-After, X-Request-Id'

/** Headers of preflight responses. */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Authorization, Content-Type, Accept, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, Last-Event-ID',
  'access-control-max-age': '86400',
}

/**
 * Adds the CORS headers to a response: scripts of allowed origins can call the
 * tool server, but never with cookies (tool server, protocol 4).
 *
 * @returns whether the origin of the request is allowed; true without an origin
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
