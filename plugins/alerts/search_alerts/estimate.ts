/** Estimates the hits of an alert. */
import app from '@adonisjs/core/services/app'
import { DomainError, InvalidValues } from '#app/support/domain_error'
import { errorResponse, type ErrorResponse } from '#app/support/error_response'
import { HTTP_ERRORS } from '#app/support/errors'
import { QueryError } from '#app/search_engine/query/query_error'
import { today } from '#app/search/search_service'
import { searchError, searchServices } from '#plugins/search/public'
import { buildAlertSearch, type SearchParameters } from './alert_query.js'
import type { AlertType } from './codes.js'

/** Days of the estimate. */
const DAYS = 100
/** Maximum average hits per day. */
const MAX_HITS_PER_DAY = 30
const MILLISECONDS_A_DAY = 86_400_000

/** Counted types of search, and the filters for their dates. */
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
 * Counts the hits of the last 100 days.
 *
 * @throws DomainError for an invalid query or too many hits; other errors as `searchError` returns them
 */
export async function estimateHits(parameters: SearchParameters, type: AlertType): Promise<number> {
  const hits = await countHits(parameters, type).catch((error: unknown) => {
    throw refusalOf(error)
  })
  if (hits / DAYS > MAX_HITS_PER_DAY) throw tooBroad(hits)
  return hits
}

/** Maximum age of the courts that a new alert is checked with, in milliseconds. */
const FRESH = 1000

async function countHits(parameters: SearchParameters, type: AlertType): Promise<number> {
  const { service, declarations, context, deadline } = await searchServices(app)
  const readWith = await context('', FRESH)
  // Checks the query as it will be matched; the counted queries have other dates.
  buildAlertSearch(parameters, type, declarations, readWith)
  const first = new Date(Date.now() - DAYS * MILLISECONDS_A_DAY).toISOString().slice(0, 10)
  const options = { count: true, deadline, today: today(), size: 0, children: 0 }
  let hits = 0
  for (const [searched, period] of COUNTED[type]) {
    const dated = new Map(parameters).set(`${period}_after`, [first])
    dated.delete(`${period}_before`)
    const search = buildAlertSearch(dated, searched, declarations, readWith)
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

/** Whether a date parameter is invalid. Other syntax errors are reported as by a search. */
function isBadDate(error: unknown): error is QueryError {
  return error instanceof QueryError && error.kind === 'date' && error.parameter !== undefined
}

function noSearch(reason: string): InvalidValues {
  return new InvalidValues({
    query: `This query isn't a valid search. ${reason}`,
  })
}

/** The messages in an error response, as sentences. */
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
      `This query has about ${Math.floor(hits / DAYS)} new hits per day, which is too many for an alert. ` +
      'Narrow it with a court, a phrase, or less common words, and try again.',
  })
}
