/**
 * Routes of the search page and its feed.
 */
import type { HttpContext } from '@adonisjs/core/http'
import type { PluginRouteContext } from '#core/define_plugin'
import type { PageVisitor } from '#app/accounts/page_visitor'
import { AttemptLimit } from '#app/throttle/attempt_limit'
import { setPageHeaders } from '#app/support/page_headers'
import { addAddress } from '#app/web/public_addresses'
import { SEARCH } from './result_links.js'

const SearchFeedController = () => import('./search_feed_controller.js')

/** Page searches per account, or per IP address of visitors; the API has separate limits. */
const searchLimit = new AttemptLimit('search-pages', ['60/min'], 'pages')

/** Suggestions while someone types. */
const suggestionLimit = new AttemptLimit('search-suggestions', ['120/min'], 'pages')

/** Members of an office with one IP address share a limit only until they sign in. */
async function countFor(ctx: HttpContext, limit: AttemptLimit, visitor?: PageVisitor) {
  await (visitor ? limit.countFor(`account ${visitor.account.id}`) : limit.count(ctx))
}

/** Paths of the public service's advanced search pages, with their search types. */
const ADVANCED = { '/opinion': 'o', '/audio': 'oa', '/person': 'p', '/recap': 'r' }

export default function routes({ router, pages }: PluginRouteContext): void {
  router
    .get('/search', async (ctx: HttpContext) => {
      const visitor = await pages.visitor(ctx)
      await countFor(ctx, searchLimit, visitor)
      setPageHeaders(ctx.response)
      ctx.response.header('x-robots-tag', 'noindex')
      const { default: SearchController } = await import('./search_controller.js')
      return (await ctx.containerResolver.make(SearchController)).index(ctx, visitor)
    })
    .as('page.search')
  router
    .get('/search/suggest', async (ctx: HttpContext) => {
      await countFor(ctx, suggestionLimit, await pages.visitor(ctx))
      const { default: SuggestionsController } = await import('./suggestions_controller.js')
      return (await ctx.containerResolver.make(SuggestionsController)).show(ctx)
    })
    .as('page.search.suggest')
  pages.setNeighbors(async (ctx, path, query) => {
    const search = query.get(SEARCH)
    if (search === null) return undefined
    try {
      const { ResultNeighbors } = await import('./result_neighbors.js')
      const neighbors = await ctx.containerResolver.make(ResultNeighbors)
      return await neighbors.find(path, search, () => searchLimit.count(ctx))
    } catch {
      // The page of the record doesn't depend on the search.
      return undefined
    }
  })
  router.get('/feed/search', [SearchFeedController, 'show']).as('feed.search')
  for (const [pattern, type] of Object.entries(ADVANCED))
    addAddress({ router }, pattern, () => `/search/?filters=open&type=${type}`)
  addAddress({ router }, '/help/search-operators', () => '/docs/search/')
}
