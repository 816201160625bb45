/** Results and facets of the search page. */
import type { PageVisitor } from '#app/accounts/page_visitor'
import type { Parameters } from '#api/parameters'
import type { SearchCursor } from '#app/search/request/search_cursor'
import type { SearchRequest } from '#app/search/request/search_request'
import type { SearchPage } from '#app/search/search_service'
import type { SearchServices } from '../services.js'
import type { SearchAddress } from './address.js'
import { buildResultCards, type Card } from './card.js'
import { facetLists, type FacetList } from './facet_lists.js'
import { cachePageResult } from '../result_cache.js'

export interface ShownResults {
  count: number
  cards: Card[]
  next: string | null
  previous: string | null
  facets: FacetList[]
  /** Number of newest matches that the facets count; null if all. */
  countedNewest: number | null
}

/**
 * Finds a page of results, or returns it from the cache, and logs the search
 * unless the visitor opted out.
 *
 * @throws InvalidCursor, SearchTooSlow, SearchTooBroad, IndexMissing
 */
export async function loadSearchResults(
  visitor: PageVisitor | undefined,
  { parameters, at: address }: { parameters: Parameters; at: SearchAddress },
  search: SearchRequest,
  services: SearchServices
): Promise<ShownResults> {
  const { service, cursors, log, engine, context } = services
  const started = performance.now()
  const text = parameters.get('cursor')
  const cursor = text ? cursors.decode(search.fingerprint, text) : undefined
  const { found: page, age } = await findPage(search, { text, cursor }, services)
  if (visitor?.account.logSearches !== false) {
    log.note({
      accountId: visitor?.account.id ?? null,
      source: 'page',
      mode: 'words',
      engine,
      parameters: parameters.with({}).slice(1),
      milliseconds: age === undefined ? performance.now() - started : null,
      failed: false,
    })
  }
  const reading = { reader: service.reader, below: (await context()).below ?? {} }
  const at = (target: SearchCursor | null) =>
    target && `/search/${parameters.with({ cursor: cursors.encode(search.fingerprint, target) })}`
  const [cards, facets] = await Promise.all([
    buildResultCards(search.type, page.results, { reader: service.reader, at: address }),
    page.facets ? facetLists(search.type, page.facets, address, reading) : [],
  ])
  return {
    count: page.count!,
    cards,
    next: at(page.next),
    previous: at(page.previous),
    facets,
    countedNewest: page.facets?.countedNewest ?? null,
  }
}

async function findPage(
  search: SearchRequest,
  { text = '', cursor }: { text?: string; cursor?: SearchCursor },
  services: SearchServices
): Promise<{ found: SearchPage; age?: number }> {
  const { index, facets = [] } = search.type
  const { service, deadline } = services
  const counted = facets.map(({ field }) => field)
  const place = { key: `page ${search.fingerprint} ${text}`, index }
  return cachePageResult(
    services,
    place,
    () => service.page(search, { cursor, count: true, deadline, facets: counted }),
    ({ shown }) => shown
  )
}
