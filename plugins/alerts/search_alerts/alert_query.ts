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
import { InvalidValues } from '#app/support/domain_error'
import { ALERT_TYPES, isArchive, type AlertType } from './codes.js'

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

/**
 * The parameters of an alert's query.
 *
 * @throws InvalidValues when they narrow nothing
 */
export function readParameters(query: string): SearchParameters {
  const parameters = parametersOf(query)
  if (matchesAll(parameters)) {
    throw new InvalidValues({
      query: 'An alert cannot be about everything. Ask for words, or narrow the search.',
    })
  }
  return parameters
}

/**
 * The type of an alert with this query.
 *
 * @param wanted `alert_type` as it was given; for other searches than those of federal cases it says nothing
 * @throws InvalidValues
 */
export function settleType(parameters: SearchParameters, wanted: unknown): AlertType {
  const type = typeOf(parameters)
  if (!Object.hasOwn(ALERT_TYPES, type))
    throw wrongType(`Unsupported alert type: ${type.slice(0, 40)}`)
  if (!isArchive(type)) return type as AlertType
  if (!isArchive(String(wanted ?? ''))) throw NEITHER
  return wanted as AlertType
}

/**
 * The type of an alert whose query stays as it is.
 *
 * @throws InvalidValues unless it stays, or changes between `r` and `d`
 */
export function changeType(before: AlertType, wanted: unknown): AlertType {
  if (wanted === undefined || wanted === '' || wanted === before) return before
  if (!isArchive(before)) throw wrongType(`The query decides about it: ${before}.`)
  if (!isArchive(String(wanted))) throw NEITHER
  return wanted as AlertType
}

function wrongType(message: string): InvalidValues {
  return new InvalidValues({ alert_type: [message] })
}

const NEITHER = wrongType('Alerts on federal cases need r (cases and filings) or d (cases only).')
