/** Errors of search requests. */
import { errorKinds } from '#app/support/error_kind'

export const SEARCH_REQUEST_ERRORS = errorKinds({
  unknown_search_type: {
    status: 404,
    message: 'Search type not found or not supported.',
    hint: 'The documentation of search lists the types.',
  },
  unknown_search_parameter: {
    status: 400,
    message: 'A parameter does not belong to this search type.',
    hint: '"did_you_mean" names near ones.',
  },
  invalid_search_cursor: {
    status: 404,
    message: 'The cursor belongs to another search.',
    hint: 'Start at the first page and follow "next".',
  },
})
