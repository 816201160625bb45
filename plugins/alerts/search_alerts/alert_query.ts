/** Alert queries, which are query strings of searches, and their types. */
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

/** Parameters that don't affect which records are found. */
const NO_PART = ['order_by', 'highlight', 'semantic', 'chunks', 'cursor', 'page', 'edit_alert']

/** Removes null values and parameters that don't affect which records are found. */
export function removePresentationParameters<T>(
  values: Readonly<Record<string, T>>
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !NO_PART.includes(name) && value !== null)
  )
}

/** Parses the parameters of a stored query. */
export function parseAlertQuery(query: string): SearchParameters {
  const parameters: SearchParameters = new Map()
  for (const [name, value] of new URLSearchParams(query)) {
    const values = parameters.get(name)
    if (values) values.push(value)
    else parameters.set(name, [value])
  }
  return parameters
}

/** Whether a query matches every record. */
export function matchesAll(parameters: SearchParameters): boolean {
  return [...parameters].every(
    ([name, values]) =>
      name === 'type' || NO_PART.includes(name) || values.every((value) => value.trim() === '')
  )
}

/** The type of search; defaults to case law. */
export function getSearchTypeCode(parameters: SearchParameters): string {
  return parameters.get('type')?.findLast((value) => value.trim() !== '') ?? 'o'
}

/**
 * The search that finds an alert's hits.
 *
 * @param type type of the alert, which can differ from that of its query
 * @throws ApiError 400 with invalid parameters; QueryError
 */
export function buildAlertSearch(
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

/** `related:` can't be matched against a single decision, because distinctive words depend on all decisions. */
function relatedRecords(q: string): QueryError {
  const [before] = q.split(/related\s*:/i)
  return new QueryError(
    'field',
    countCharacters(before!),
    "Alerts don't support related: because its results change whenever a decision is added.",
    'Search for words from the decision, or for decisions that cite it: cites:ID.'
  )
}

/**
 * Parses an alert's query.
 *
 * @throws InvalidValues if it matches every record
 */
export function readParameters(query: string): SearchParameters {
  const parameters = parseAlertQuery(query)
  if (matchesAll(parameters)) {
    throw new InvalidValues({
      query: 'This query matches everything. Add search terms or filters.',
    })
  }
  return parameters
}

/**
 * The type of an alert with this query.
 *
 * @param wanted the given `alert_type`; used for federal cases only
 * @throws InvalidValues
 */
export function resolveAlertType(parameters: SearchParameters, wanted: unknown): AlertType {
  const type = getSearchTypeCode(parameters)
  if (!Object.hasOwn(ALERT_TYPES, type))
    throw wrongType(`Unsupported alert type: ${type.slice(0, 40)}`)
  if (!isArchive(type)) return type as AlertType
  if (!isArchive(String(wanted ?? ''))) throw NEITHER
  return wanted as AlertType
}

/**
 * The type of an alert whose query doesn't change.
 *
 * @throws InvalidValues for changes other than between `r` and `d`
 */
export function changeType(before: AlertType, wanted: unknown): AlertType {
  if (wanted === undefined || wanted === '' || wanted === before) return before
  if (!isArchive(before)) throw wrongType(`The query determines the type: ${before}.`)
  if (!isArchive(String(wanted))) throw NEITHER
  return wanted as AlertType
}

function wrongType(message: string): InvalidValues {
  return new InvalidValues({ alert_type: [message] })
}

const NEITHER = wrongType('For federal cases, enter r (cases and filings) or d (cases only).')
