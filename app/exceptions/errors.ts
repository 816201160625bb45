/** What errors of the database and the framework mean to a client. */
import { errorKinds } from '#app/support/errors'

export const SERVER_ERRORS = errorKinds({
  form_expired: {
    status: 403,
    message:
      'This form has expired or came from another site. Go back, reload the page and submit the form again.',
    hint: 'Reload the page.',
  },
  passwords_busy: {
    status: 503,
    message: 'Too many passwords are being checked at the moment. Try again shortly.',
    hint: 'Use a token instead of a password.',
  },
  commit_unknown: {
    status: 503,
    message: 'The connection to the database was lost while the change was being saved.',
    hint: 'Check before you repeat the request, or use Idempotency-Key.',
  },
  query_timeout: {
    status: 503,
    message: 'The database gave the request up because it took too long.',
    hint: 'Add filters, follow "next" instead of page numbers, leave count=on out.',
  },
  disk_full: {
    status: 507,
    message:
      'The disk of the database is full. Nothing was saved. Tell the operator of this server.',
    hint: 'Tell the operator of the server.',
  },
  write_conflict: {
    status: 503,
    message: 'This change collided with another one. Nothing was saved. Try again.',
    hint: 'Repeat the request.',
  },
  database_busy: {
    status: 503,
    message:
      'This server is busy: all its connections to the database are in use. Try again shortly.',
    hint: 'Repeat the request after the seconds in Retry-After.',
  },
  database_unavailable: {
    status: 503,
    message: 'The database cannot be reached at the moment. Try again shortly.',
    hint: 'Repeat the request after the seconds in Retry-After.',
  },
})
