import type { HttpContext } from '@adonisjs/core/http'
import { CORS_HEADERS } from './cors.js'

/** A format at the end of a path: `.json`. */
const SUFFIX = /\.[a-z0-9]+$/

/**
 * Addresses end with a slash; reads without one are sent there, parameters kept.
 *
 * @returns whether the request was answered
 */
export function redirectedToSlash({ request, response }: HttpContext): boolean {
  const path = request.url()
  if (path.endsWith('/') || SUFFIX.test(path) || !['GET', 'HEAD'].includes(request.method()))
    return false
  // As it was sent: decoded, it may hold what no header takes.
  const sent = request.request.url!.split(/[?#]/, 1)[0]!
  const { query } = request.parsedUrl
  for (const [name, value] of Object.entries(CORS_HEADERS)) response.header(name, value)
  response
    .status(301)
    .header('location', `${sent}/${query ? `?${query}` : ''}`)
    .send('')
  return true
}
