/**
 * The query of an alert: parameters of a search as an address carries them.
 */
import type { QueryContext } from '#app/search_engine/query/parse_query'
import { countCharacters } from '#app/search_engine/query/places'
import { QueryError } from '#app/search_engine/query/query_error'
import {
  readSearch,
  type SearchDeclarations,
  type SearchRequest,
} from '#app/search/request/search_request'

export type SearchParameters = Map<string, string[]>

/** What says nothing about which records are found (alerts 1.2). */
const NO_PART = ['order_by', 'highlight', 'semantic', 'chunks', 'cursor', 'page', 'edit_alert']

/** The parameters that say which records are found, without those that are null. */
export function withoutPresentation<T>(values: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !NO_PART.includes(name) && value !== null)
  )
}

/** The parameters of a stored query, as they are written. */
export function parametersOf(query: string): SearchParameters {
  const parameters: SearchParameters = new Map()
  for (const [name, value] of new URLSearchParams(query)) {
    const values = parameters.get(name)
    if (values) values.push(value)
    else parameters.set(name, [value])
  }
  return parameters
}

/** Whether nothing narrows it: every record would be a hit. */
export function matchesAll(parameters: SearchParameters): boolean {
  return [...parameters].every(
    ([name, values]) =>
      name === 'type' || NO_PART.includes(name) || values.every((value) => value.trim() === '')
  )
}

/** The type of search it asks for; case law unless it says otherwise. */
export function typeOf(parameters: SearchParameters): string {
  return parameters.get('type')?.findLast((value) => value.trim() !== '') ?? 'o'
}

/**
 * The search that finds an alert's hits.
 *
 * @param type of search; that of the alert, which is not always that of its query
 * @throws ApiError 400 naming parameters that are wrong, QueryError
 */
export function searchOf(
  parameters: SearchParameters,
  type: string,
  declarations: SearchDeclarations,
  context: QueryContext
): SearchRequest {
  const given = new Map(parameters).set('type', [type])
  for (const name of NO_PART) given.delete(name)
  const search = readSearch(given, declarations, {
    strict: true,
    context: { ...context, related: true },
  })
  if (search.query.related.length) throw relatedRecords(search.q)
  return search
}

/** A new decision is matched by itself; which words tell decisions apart depends on all of them. */
function relatedRecords(q: string): QueryError {
  const [before] = q.split(/related\s*:/i)
  return new QueryError(
    'field',
    countCharacters(before!),
    'An alert cannot use related:, because which decisions are similar changes with every decision that is added.',
    'Search for words of the decision instead, or for decisions that cite it: cites:ID.'
  )
}
