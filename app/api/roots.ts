import type { HttpContext } from '@adonisjs/core/http'
import { settings } from '#start/env'

/**
 * Roots of the API: one with Curia's own names, and one with the names of the public service,
 * so that its clients only need another base URL and token.
 */
export const OWN_ROOT = '/api/rest/'
export const PUBLIC_ROOT = '/courtlistener/api/rest/'

const ROOTS = [OWN_ROOT, PUBLIC_ROOT]
const AREAS = ROOTS.map((root) => root.slice(0, -'rest/'.length))

/** Whether a path belongs to the API, even if nothing is served there. */
export function isApiPath(path: string): boolean {
  return AREAS.some((area) => path.startsWith(area))
}

/** The API root of a path; Curia's own root for other paths. */
export function getApiRoot(path: string): string {
  return ROOTS.find((root) => path.startsWith(root)) ?? OWN_ROOT
}

/** Scheme and host of the request, or those of `APP_URL`. */
export function origin({ request }: HttpContext): string {
  if (settings.appUrl) return settings.appUrl
  return `${request.protocol()}://${request.host() ?? `${settings.host}:${settings.port}`}`
}
