/** Errors of search requests. */
import { errorKinds } from '#app/support/errors'

export const SEARCH_REQUEST_ERRORS = errorKinds({
  unknown_search_type: {
    status: 404,
    message: 'Search type not found or not supported.',
    hint: 'See the search documentation for the list of types.',
  },
  unknown_search_parameter: {
    status: 400,
    message: 'Parameter not supported by this search type.',
    hint: 'See "did_you_mean" for similar parameters.',
  },
  invalid_search_cursor: {
    status: 404,
    message: 'The cursor belongs to another search.',
    hint: 'Start from the first page and follow the "next" links.',
  },
})
