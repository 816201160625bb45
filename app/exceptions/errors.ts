/** Errors of the database and the framework. */
import { errorKinds } from '#app/support/errors'

export const SERVER_ERRORS = errorKinds({
  form_expired: {
    status: 403,
    message:
      'This form has expired or came from another site. Go back, reload the page, and submit the form again.',
    hint: 'Reload the page.',
  },
  passwords_busy: {
    status: 503,
    message: 'Too many passwords are being checked. Try again shortly.',
    hint: 'Use a token instead of a password.',
  },
  commit_unknown: {
    status: 503,
    message: 'The connection to the database was lost while the change was being saved.',
    hint: 'Check before you repeat the request, or use Idempotency-Key.',
  },
  query_timeout: {
    status: 503,
    message: 'The query timed out.',
    hint: 'Add filters, follow "next" instead of page numbers, or omit count=on.',
  },
  disk_full: {
    status: 507,
    message: 'The database disk is full. Nothing was saved. Contact the operator of this server.',
    hint: 'Contact the operator of this server.',
  },
  write_conflict: {
    status: 503,
    message: 'This change conflicted with another one. Nothing was saved. Try again.',
    hint: 'Repeat the request.',
  },
  database_busy: {
    status: 503,
    message: 'This server is busy: all database connections are in use. Try again shortly.',
    hint: 'Retry after the number of seconds in Retry-After.',
  },
  search_unavailable: {
    status: 503,
    message: 'Search is unavailable. Try again shortly.',
    hint: 'Retry after the number of seconds in Retry-After.',
  },
  database_unavailable: {
    status: 503,
    message: 'The database is unreachable. Try again shortly.',
    hint: 'Retry after the number of seconds in Retry-After.',
  },
})
