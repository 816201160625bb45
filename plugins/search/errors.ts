/**
 * Errors of searches as API responses (search.md 9).
 */
import { ApiError } from '#app/support/api_error'
import { NotReady, NotSupported } from '#app/support/domain_error'
import {
  IndexDamaged,
  IndexMissing,
  SearchRefused,
  SearchTooBroad,
  SearchTooSlow,
  SemanticUnavailable,
} from '#app/search_engine/engine'
import { QueryError } from '#app/search_engine/query/query_error'
import { errorKinds } from '#app/support/errors'

/** Returns the API error for an error of a search; other errors are returned unchanged. */
export function searchError(error: unknown): unknown {
  if (error instanceof QueryError) {
    const { message, parameter, position, suggestion } = error
    const place = { ...(parameter ? { parameter } : {}), position, suggestion }
    return new ApiError(SEARCH_ERRORS.invalid_query, { detail: message }, {}, place)
  }
  if (error instanceof SearchTooBroad) {
    return ApiError.detail(
      SEARCH_ERRORS.query_too_broad,
      `The query is too broad: ${error.message} Use a longer prefix.`
    )
  }
  if (error instanceof SearchRefused)
    return ApiError.detail(SEARCH_ERRORS.query_too_broad, error.message)
  if (error instanceof SearchTooSlow) {
    return ApiError.detail(
      SEARCH_ERRORS.search_timeout,
      'The search timed out. Narrow it by court, date, or rarer words.',
      { 'retry-after': '5' }
    )
  }
  if (error instanceof IndexMissing) {
    return new NotReady('The search index is being built. Try again in a moment.', 10)
  }
  if (error instanceof IndexDamaged) {
    return new NotReady(
      'The search index is damaged and is being rebuilt. Try again in a moment.',
      10
    )
  }
  if (error instanceof SemanticUnavailable) return new NotSupported(error.message)
  return error
}

/** Errors of searches. */
export const SEARCH_ERRORS = errorKinds({
  invalid_query: {
    status: 400,
    message: "The query can't be parsed.",
    hint: 'See "position" and "suggestion".',
  },
  query_too_broad: {
    status: 400,
    message: 'The query is too broad.',
    hint: 'Use longer wildcard prefixes.',
  },
  search_timeout: {
    status: 503,
    message: 'The search timed out. Narrow it by court, date, or rarer words.',
    hint: 'Narrow the search.',
  },
})

export default SEARCH_ERRORS
