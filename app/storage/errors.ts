/** Errors of stored files. */
import { errorKinds } from '#app/support/errors'

export const STORAGE_ERRORS = errorKinds({
  file_not_found: {
    status: 404,
    message: "This file doesn't exist.",
    hint: 'Get the URL from the record again.',
  },
  file_changed: {
    status: 412,
    message: "The file doesn't match the condition of the request.",
    hint: 'Request it without the condition.',
  },
  storage_unavailable: {
    status: 503,
    message: 'The storage of this file is unreachable. Try again shortly.',
    hint: 'Retry after the number of seconds in Retry-After.',
  },
  invalid_range: {
    status: 416,
    message: "The file doesn't have this range.",
    hint: 'Content-Range has the size of the file.',
  },
})
