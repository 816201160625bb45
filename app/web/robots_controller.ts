import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Gate } from '#api/gate'
import { origin } from '#api/roots'
import { cacheControl } from '#app/support/caching'

/** Pages that are expensive and of little use to search engines, or private. */
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

/** Lists excluded paths for bots (RFC 9309), and the sitemap. */
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
