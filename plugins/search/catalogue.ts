/** Errors of searches. */
import { errorKinds } from '#app/support/errors'

export const SEARCH_ERRORS = errorKinds({
  invalid_query: {
    status: 400,
    message: 'The query cannot be read.',
    hint: '"position" says where, "suggestion" how to mend it.',
  },
  query_too_broad: {
    status: 400,
    message: 'The query is too broad.',
    hint: 'Write more letters of the words with wildcards.',
  },
  search_timeout: {
    status: 503,
    message:
      'The search took too long and was given up. Narrow it by a court, dates or rarer words.',
    hint: 'Narrow the search.',
  },
})

export default SEARCH_ERRORS
