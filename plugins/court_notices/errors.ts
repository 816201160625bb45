/** Errors of court emails. */
import { errorKinds } from '#app/support/errors'

export const EMAIL_ERRORS = errorKinds({
  invalid_signature: {
    status: 401,
    message: 'The signature of the request is missing or wrong.',
    hint: 'Sign ID, time and body as Standard Webhooks has it; /docs/court-emails/ has an example.',
  },
  stale_signature: {
    status: 401,
    message: 'The request was signed too long ago, or in the future.',
    hint: 'Sign each attempt again, and set the clock of the sender.',
  },
  no_email: {
    status: 400,
    message: 'The body holds no email.',
    hint: 'Send the raw message, or JSON with it in "content".',
  },
})

/** Ends the work on a notice without a fault of the server. */
export class NoticeRefused extends Error {
  override name = 'NoticeRefused'
}

export default EMAIL_ERRORS
