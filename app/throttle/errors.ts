/** Errors of rate limits. */
import { errorKinds } from '#app/support/error_kind'

export const THROTTLE_ERRORS = errorKinds({
  throttled: {
    status: 429,
    message: 'Request was throttled.',
    hint: 'Repeat the request after the seconds in Retry-After.',
  },
  account_blocked: {
    status: 429,
    message: 'The account is blocked here.',
    hint: 'Ask the staff of the server.',
  },
})
