/** Errors of rate limits. */
import { errorKinds } from '#app/support/errors'

export const THROTTLE_ERRORS = errorKinds({
  throttled: {
    status: 429,
    message: 'Request was throttled.',
    hint: 'Repeat the request after the seconds in Retry-After.',
  },
  limits_unavailable: {
    status: 503,
    message: 'The limits of the account cannot be checked at the moment.',
    hint: 'Repeat the request after the seconds in Retry-After.',
  },
  export_too_large: {
    status: 429,
    message: 'The export costs more requests than the limits ever allow at once.',
    hint: 'Ask for fewer rows with "rows", or narrow the list.',
  },
  account_blocked: {
    status: 429,
    message: 'The account is blocked here.',
    hint: 'Ask the staff of the server.',
  },
})
