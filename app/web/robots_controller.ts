import type { HttpContext } from '@adonisjs/core/http'

/** What costs more than it is worth to a search engine, or belongs to an account. */
const CLOSED = [
  '/api/',
  '/search/',
  '/admin/',
  '/profile/',
  '/sign-in/',
  '/register/',
  '/reset-password/',
  '/confirm-password/',
  '/email/',
  '/email-confirmation/',
  '/alert/',
  '/monitoring/',
]

const TEXT = `User-agent: *\n${CLOSED.map((path) => `Disallow: ${path}\n`).join('')}`

/** Tells robots which addresses are not for them (RFC 9309). */
export default class RobotsController {
  show({ response }: HttpContext) {
    return response
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(TEXT)
  }
}
