/**
 * The server's own address, as a client sees it.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { settings } from '#start/env'

/** Scheme and host under which the client reached us, or those of `APP_URL`. */
export function origin({ request }: HttpContext): string {
  if (settings.appUrl) return settings.appUrl
  return `${request.protocol()}://${request.host() ?? `${settings.host}:${settings.port}`}`
}
