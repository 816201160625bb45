/**
 * What goes wrong with a search, as answers of the API (search.md 9).
 */
import { ApiError } from '#app/support/api_error'
import { NotReady, NotSupported } from '#app/support/domain_error'
import { SEARCH_ERRORS } from './catalogue.js'
import {
  IndexDamaged,
  IndexMissing,
  SearchRefused,
  SearchTooBroad,
  SearchTooSlow,
  SemanticUnavailable,
} from '#app/search_engine/engine'
import { QueryError } from '#app/search_engine/query/query_error'

/** The answer for an error of reading or running a search; other errors as they are. */
export function searchError(error: unknown): unknown {
  if (error instanceof QueryError) {
    const { message, parameter, position, suggestion } = error
    const place = { ...(parameter ? { parameter } : {}), position, suggestion }
    return new ApiError(SEARCH_ERRORS.invalid_query, { detail: message }, {}, place)
  }
  if (error instanceof SearchTooBroad) {
    return ApiError.detail(
      SEARCH_ERRORS.query_too_broad,
      `The query is too broad: ${error.message} Write more of its letters.`
    )
  }
  if (error instanceof SearchRefused)
    return ApiError.detail(SEARCH_ERRORS.query_too_broad, error.message)
  if (error instanceof SearchTooSlow) {
    return ApiError.detail(
      SEARCH_ERRORS.search_timeout,
      'The search took too long and was given up. Narrow it by a court, dates or rarer words.',
      { 'retry-after': '5' }
    )
  }
  if (error instanceof IndexMissing) {
    return new NotReady('The search index is being built. Try again in a moment.', 10)
  }
  if (error instanceof IndexDamaged) {
    return new NotReady(
      'The search index is damaged, and is being rebuilt. Try again in a moment.',
      10
    )
  }
  if (error instanceof SemanticUnavailable) return new NotSupported(error.message)
  return error
}
