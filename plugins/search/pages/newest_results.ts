/** The newest results of a search, for feeds. */
import type { HttpContext } from '@adonisjs/core/http'
import { Parameters } from '#api/parameters'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import { readSearch, type SearchRequest } from '#app/search/request/search_request'
import type { ResultObject } from '#app/search/results/result_rows'
import { today } from '#app/search/search_service'
import { searchError } from '../errors.js'
import type { SearchServices } from '../services.js'

/** Parameters that don't affect the contents of a feed. */
const WITHOUT_EFFECT = {
  order_by: undefined,
  cursor: undefined,
  page: undefined,
  format: undefined,
}

export interface NewestResults {
  search: SearchRequest
  /** Query string of the search, with a question mark; empty without parameters. */
  query: string
  /** Value of `q`. */
  q: string | undefined
  results: ResultObject[]
}

/**
 * Runs the search in the query string of a request, newest results first.
 *
 * @param type code of the search type; by default, that of the request
 * @throws ApiError and DomainError for an invalid search
 */
export async function findNewest(
  ctx: HttpContext,
  { service, declarations, deadline, context }: SearchServices,
  { size, type }: { size: number; type?: string }
): Promise<NewestResults> {
  const said = [...new URLSearchParams(ctx.request.parsedUrl.query ?? '')].filter(
    ([name, value]) => value.trim() !== '' && !(type && name === 'type')
  )
  if (type) said.push(['type', type])
  const parameters = new Parameters(new URLSearchParams(said).toString(), 'v4')
  const given = new Map(parameters.filters)
  const typed = (name: string) => given.get(name)?.at(-1)
  const definition = declarations.types.find(({ code }) => code === (typed('type') ?? 'o'))
  const newest = definition && newestFirst(definition)
  if (newest) given.set('order_by', [newest])
  given.delete('highlight')
  try {
    const search = readSearch(given, declarations, {
      strict: false,
      context: await context(typed('q')),
    })
    const { hits } = await service.find(search, { size, count: false, deadline, today: today() })
    return {
      search,
      query: parameters.with(WITHOUT_EFFECT),
      q: typed('q'),
      results: await service.results(search, hits),
    }
  } catch (error) {
    throw searchError(error)
  }
}

/** Returns the ordering of a type by date, newest first, if any. */
function newestFirst({ orders }: SearchTypeDefinition): string | undefined {
  return Object.keys(orders).find((order) => /^date\w* desc$/.test(order))
}
