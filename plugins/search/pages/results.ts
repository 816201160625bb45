/** Results and facets of the search page. */
import type { PageVisitor } from '#app/accounts/page_visitor'
import type { Parameters } from '#api/parameters'
import type { SearchCursor } from '#app/search/request/search_cursor'
import { readSearch, type SearchRequest } from '#app/search/request/search_request'
import type { SearchPage } from '#app/search/search_service'
import type { SearchServices } from '../services.js'
import type { SearchAddress } from './address.js'
import { buildResultCards, type Card } from './card.js'
import { facetLists, type FacetList } from './facet_lists.js'
import { linkToSearch } from './result_links.js'
import { cachePageResult } from '../result_cache.js'

export interface ShownResults {
  count: number
  /** Records that match the search. */
  cards: Card[]
  /** Records that match most of its words. */
  partial: Card[]
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
 * @param page.query query string of the page, for links to the results
 * @throws InvalidCursor, SearchTooSlow, SearchTooBroad, IndexMissing
 */
export async function loadSearchResults(
  visitor: PageVisitor | undefined,
  { parameters, at: address, query }: { parameters: Parameters; at: SearchAddress; query: string },
  search: SearchRequest,
  services: SearchServices
): Promise<ShownResults> {
  const { service, cursors, log, engine, context, samples } = services
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
  const [found, facets] = await Promise.all([
    buildResultCards(search, page.results, { reader: service.reader, samples, at: address }),
    page.facets ? facetLists(search.type, page.facets, address, reading) : [],
  ])
  const cards = linkToSearch(found, query)
  const { partialCount = 0 } = page
  return {
    count: page.count!,
    cards: cards.slice(0, cards.length - partialCount),
    partial: cards.slice(cards.length - partialCount),
    next: at(page.next),
    previous: at(page.previous),
    facets,
    countedNewest: page.facets?.countedNewest ?? null,
  }
}

/** The parameters that determine the results of a page. */
export function readPageFilters(parameters: Parameters): Map<string, string[]> {
  const given = new Map(parameters.filters)
  const order = parameters.get('order_by')
  if (order) given.set('order_by', [order])
  return given
}

/** @throws DomainError, QueryError for invalid parameters */
export async function readPageSearch(
  parameters: Parameters,
  { declarations, context }: SearchServices
): Promise<SearchRequest> {
  const given = readPageFilters(parameters)
  given.set('highlight', ['on'])
  const q = given.get('q')?.at(-1)
  return readSearch(given, declarations, { strict: false, context: await context(q) })
}

/**
 * Finds a page of results, or returns it from the cache.
 *
 * @param before called before a search that isn't cached
 * @throws SearchTooSlow, SearchTooBroad, IndexMissing, errors of `before`
 */
export async function findPage(
  search: SearchRequest,
  { text = '', cursor }: { text?: string; cursor?: SearchCursor },
  services: SearchServices,
  { deadline = services.deadline, before }: { deadline?: number; before?: () => Promise<void> } = {}
): Promise<{ found: SearchPage; age?: number }> {
  const { index, facets = [] } = search.type
  const counted = facets.map(({ field }) => field)
  const place = { key: `page ${search.fingerprint} ${text}`, index }
  return cachePageResult(
    services,
    place,
    async () => {
      await before?.()
      const options = { cursor, count: true, deadline, facets: counted, partial: true }
      return services.service.page(search, options)
    },
    ({ shown }) => shown
  )
}
