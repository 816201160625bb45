/**
 * The search page for people.
 */
import app from '@adonisjs/core/services/app'
import type { HttpContext } from '@adonisjs/core/http'
import type { PluginRouteContext } from '#core/define_plugin'
import { AttemptLimit } from '#app/throttle/attempt_limit'
import { setPageHeaders } from '#app/support/page_headers'
import { announceFeed } from '#app/web/feeds/send_feed'
import { addAddress } from '#app/web/public_addresses'
import { showFeed } from './feed.js'
import { searchPage } from './search_page.js'

/** Searches of one address on pages; the API has limits of its own. */
const searchLimit = new AttemptLimit('search-pages', ['60/min'], 'pages')

/** Pages of the public service with the filters of a type. */
const ADVANCED = { '/opinion': 'o', '/audio': 'oa', '/person': 'p', '/recap': 'r' }

export default function routes({ router, pages }: PluginRouteContext): void {
  router
    .get('/search', async (ctx: HttpContext) => {
      await searchLimit.count(ctx)
      setPageHeaders(ctx.response)
      ctx.response.header('x-robots-tag', 'noindex')
      const { status, ...page } = await searchPage(ctx, app, await pages.visitor(ctx))
      if (page.straightTo) {
        const back = new URLSearchParams({ searched: page.form.q })
        return ctx.response.redirect().toPath(`${page.straightTo}?${back.toString()}`)
      }
      ctx.response.status(status)
      if (page.results) announceFeed(ctx, { path: page.feed, title: page.title })
      const { query } = page
      const sections = await Promise.all(
        page.parts.map(({ view, data }) => ctx.view.render(view, { query, ...data }))
      )
      return ctx.view.render('search::search', { ...page, sections })
    })
    .as('page.search')
  router.get('/feed/search', showFeed).as('feed.search')
  for (const [pattern, type] of Object.entries(ADVANCED))
    addAddress({ router }, pattern, () => `/search/?filters=open&type=${type}`)
}
