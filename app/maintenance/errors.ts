/** Errors of maintenance. */
import { errorKinds } from '#app/support/errors'

export const MAINTENANCE_ERRORS = errorKinds({
  maintenance: {
    status: 503,
    message: 'The server is down for maintenance.',
    hint: 'Repeat the request after the seconds in Retry-After.',
  },
})
