import { settings } from '#start/env'

/**
 * The URL of a page. Never from the request: a client could choose where a link leads.
 *
 * @param path with its query string
 */
export function absoluteUrl(path: string): string {
  return `${settings.appUrl ?? `http://${settings.host}:${settings.port}`}${path}`
}
