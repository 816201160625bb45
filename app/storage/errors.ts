/** Errors of stored files. */
import { errorKinds } from '#app/support/errors'

export const STORAGE_ERRORS = errorKinds({
  file_not_found: {
    status: 404,
    message: 'There is no such file.',
    hint: 'Take the URL from the record again.',
  },
  file_changed: {
    status: 412,
    message: 'The file is not in the state that the request asks for.',
    hint: 'Request it without the condition.',
  },
  storage_unavailable: {
    status: 503,
    message: 'The storage of this file cannot be reached at the moment. Try again shortly.',
    hint: 'Repeat the request after the seconds in Retry-After.',
  },
  invalid_range: {
    status: 416,
    message: 'The file does not have that range.',
    hint: 'Content-Range has the size of the file.',
  },
})
