/**
 * How many hits an alert would have had (specification, Query frequency estimation).
 */
import app from '@adonisjs/core/services/app'
import { DomainError, InvalidValues } from '#app/support/domain_error'
import { errorResponse, type ErrorResponse } from '#app/support/error_response'
import { HTTP_ERRORS } from '#app/support/errors'
import { QueryError } from '#app/search_engine/query/query_error'
import { today } from '#app/search/search_service'
import { searchError, searchServices } from '#plugins/search/public'
import { searchOf, type SearchParameters } from './alert_query.js'
import type { AlertType } from './codes.js'

/** Days looked back on. */
const DAYS = 100
/** Hits a day on average at most (specification, Limits). */
const MAX_HITS_PER_DAY = 30
const MILLISECONDS_A_DAY = 86_400_000

/** What is counted: types of search, and the dates that must be within those days. */
const COUNTED: Record<AlertType, [type: string, period: string][]> = {
  o: [['o', 'filed']],
  oa: [['oa', 'argued']],
  d: [['d', 'filed']],
  r: [
    ['d', 'filed'],
    ['rd', 'entry_date_filed'],
  ],
}

/**
 * Hits of the last 100 days.
 *
 * @throws DomainError for what cannot be searched for, or has too many hits; what `searchError` makes of other errors
 */
export async function estimateHits(parameters: SearchParameters, type: AlertType): Promise<number> {
  const hits = await countHits(parameters, type).catch((error: unknown) => {
    throw refusalOf(error)
  })
  if (hits / DAYS > MAX_HITS_PER_DAY) throw tooBroad(hits)
  return hits
}

async function countHits(parameters: SearchParameters, type: AlertType): Promise<number> {
  const { service, declarations, context, deadline } = await searchServices(app)
  const readWith = await context()
  // As it will be matched: what is counted below has other dates.
  searchOf(parameters, type, declarations, readWith)
  const first = new Date(Date.now() - DAYS * MILLISECONDS_A_DAY).toISOString().slice(0, 10)
  const options = { count: true, deadline, today: today(), size: 0, children: 0 }
  let hits = 0
  for (const [searched, period] of COUNTED[type]) {
    const dated = new Map(parameters).set(`${period}_after`, [first])
    dated.delete(`${period}_before`)
    const search = searchOf(dated, searched, declarations, readWith)
    hits += (await service.find(search, options)).count!
  }
  return hits
}

function refusalOf(error: unknown): unknown {
  if (isBadDate(error)) return noSearch(error.message)
  const response = errorResponse(error)
  if (response?.status !== 400) return searchError(error)
  return noSearch(sentencesOf(response).join(' '))
}

/** A value of the search form; other syntax errors are reported as searches report them (alerts 1.2). */
function isBadDate(error: unknown): error is QueryError {
  return error instanceof QueryError && error.kind === 'date' && error.parameter !== undefined
}

function noSearch(reason: string): InvalidValues {
  return new InvalidValues({
    query: `The query is no valid search and cannot be used for an alert. ${reason}`,
  })
}

/** What a search would have answered, in a row. */
function sentencesOf({ body }: ErrorResponse): string[] {
  if (body === null || Array.isArray(body)) return (body ?? []).map(String)
  return Object.entries(body).map(([name, said]) => {
    const text = typeof said === 'string' ? said : [said].flat().map(String).join(', ')
    if (name === 'detail') return text
    if (name === 'did_you_mean') return `Did you mean: ${JSON.stringify(said)}.`
    return `${name}: ${text}`
  })
}

function tooBroad(hits: number): DomainError {
  return new DomainError(HTTP_ERRORS.bad_request, {
    estimated_hits: hits,
    detail:
      `This query has about ${Math.floor(hits / DAYS)} new hits a day, more than an alert can have. ` +
      'Narrow it by a court, a phrase or rarer words, and try again.',
  })
}
