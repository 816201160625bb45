/** Addresses of the sitemaps, which robots.txt names. */
import { Readable } from 'node:stream'
import type { HttpContext, Router } from '@adonisjs/core/http'
import { origin } from '#api/roots'
import { ApiError } from '#app/support/api_error'
import type { RecordPages } from './record_pages.js'
import { sitemapIndex, sitemapPart } from './sitemap.js'
import { cacheControl } from '#app/support/caching'

const PART = /^sitemap-([a-z-]+)-(\d{1,9})\.xml$/

export function addSitemapRoutes(router: Router, pages: RecordPages): void {
  router
    .get('/sitemap.xml', async (ctx) => {
      await requireOpen(pages)
      return send(ctx, sitemapIndex(pages.records, pages.listed, origin(ctx)))
    })
    .as('sitemap')
  router
    .get('/:sitemap', async (ctx) => {
      await requireOpen(pages)
      const [, resource, range] = PART.exec(ctx.params.sitemap) ?? []
      const listed = pages.listed.find((page) => page.resource === resource)
      if (!listed) throw noSitemap()
      const at = { range: Number(range), origin: origin(ctx) }
      return send(ctx, sitemapPart(pages.records, listed, at))
    })
    .where('sitemap', PART)
    .as('sitemap.part')
}

function send({ response }: HttpContext, lines: AsyncGenerator<string>): void {
  response
    .header('content-type', 'application/xml; charset=utf-8')
    .header('cache-control', cacheControl('sitemap'))
    .stream(Readable.from(lines, { objectMode: false }))
}

/** Pages that need an account are not for search engines. */
async function requireOpen(pages: RecordPages): Promise<void> {
  if (!(await pages.open())) throw noSitemap()
}

const noSitemap = () => ApiError.detail(404, 'There is no such sitemap.')
