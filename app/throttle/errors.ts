/** Rate limit errors. */
import { errorKinds } from '#app/support/errors'

export const THROTTLE_ERRORS = errorKinds({
  throttled: {
    status: 429,
    message: 'Request was throttled.',
    hint: 'Retry after the number of seconds in Retry-After.',
  },
  limits_unavailable: {
    status: 503,
    message: "Rate limits can't be checked right now.",
    hint: 'Retry after the number of seconds in Retry-After.',
  },
  export_too_large: {
    status: 429,
    message: 'The export costs more requests than the rate limits allow.',
    hint: 'Request fewer rows with "rows", or add filters.',
  },
  account_blocked: {
    status: 429,
    message: 'The account is blocked.',
    hint: 'Contact the staff of this server.',
  },
})
