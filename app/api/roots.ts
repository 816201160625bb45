import type { HttpContext } from '@adonisjs/core/http'
import { settings } from '#start/env'

/**
 * Where the API is served: under its own names, and under those of the public
 * service, so that its clients need another base URL and token only.
 */
export const OWN_ROOT = '/api/rest/'
export const PUBLIC_ROOT = '/courtlistener/api/rest/'

const ROOTS = [OWN_ROOT, PUBLIC_ROOT]
const AREAS = ROOTS.map((root) => root.slice(0, -'rest/'.length))

/** Whether a path of this server is one of the API, served or not. */
export function isApiPath(path: string): boolean {
  return AREAS.some((area) => path.startsWith(area))
}

/** The root a path of the API is below; the server's own where it is below neither. */
export function rootOf(path: string): string {
  return ROOTS.find((root) => path.startsWith(root)) ?? OWN_ROOT
}

/** Scheme and host under which the client reached us, or those of `APP_URL`. */
export function origin({ request }: HttpContext): string {
  if (settings.appUrl) return settings.appUrl
  return `${request.protocol()}://${request.host() ?? `${settings.host}:${settings.port}`}`
}
