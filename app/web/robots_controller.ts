import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Gate } from '#api/gate'
import { origin } from '#api/roots'
import { cacheControl } from '#app/support/caching'

/** What costs more than it is worth to a search engine, or belongs to an account. */
const CLOSED = [
  '/api/',
  '/search/',
  '/admin/',
  '/profile/',
  '/sign-in/',
  '/sign-out/',
  '/register/',
  '/reset-password/',
  '/confirm-password/',
  '/email/',
  '/email-confirmation/',
  '/alert/',
  '/monitoring/',
]

const TEXT = `User-agent: *\n${CLOSED.map((path) => `Disallow: ${path}\n`).join('')}`

/** Tells robots which addresses are not for them (RFC 9309), and where the others are listed. */
@inject()
export default class RobotsController {
  constructor(private gate: Gate) {}

  show(ctx: HttpContext) {
    const sitemap = `\nSitemap: ${origin(ctx)}/sitemap.xml\n`
    return ctx.response
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', cacheControl('robots'))
      .send(this.gate.options.anonymousReads ? TEXT + sitemap : TEXT)
  }
}
