/**
 * Routes of the search page and its feed.
 */
import type { HttpContext } from '@adonisjs/core/http'
import type { PluginRouteContext } from '#core/define_plugin'
import { AttemptLimit } from '#app/throttle/attempt_limit'
import { setPageHeaders } from '#app/support/page_headers'
import { addAddress } from '#app/web/public_addresses'

const SearchFeedController = () => import('./search_feed_controller.js')

/** Page searches per IP address; the API has separate limits. */
const searchLimit = new AttemptLimit('search-pages', ['60/min'], 'pages')

/** Paths of the public service's advanced search pages, with their search types. */
const ADVANCED = { '/opinion': 'o', '/audio': 'oa', '/person': 'p', '/recap': 'r' }

export default function routes({ router, pages }: PluginRouteContext): void {
  router
    .get('/search', async (ctx: HttpContext) => {
      await searchLimit.count(ctx)
      setPageHeaders(ctx.response)
      ctx.response.header('x-robots-tag', 'noindex')
      const visitor = await pages.visitor(ctx)
      const { default: SearchController } = await import('./search_controller.js')
      return (await ctx.containerResolver.make(SearchController)).index(ctx, visitor)
    })
    .as('page.search')
  router.get('/feed/search', [SearchFeedController, 'show']).as('feed.search')
  for (const [pattern, type] of Object.entries(ADVANCED))
    addAddress({ router }, pattern, () => `/search/?filters=open&type=${type}`)
  addAddress({ router }, '/help/search-operators', () => '/docs/search/')
}
