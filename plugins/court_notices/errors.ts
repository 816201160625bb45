/** Errors of court emails. */
import { errorKinds } from '#app/support/errors'

export const EMAIL_ERRORS = errorKinds({
  invalid_signature: {
    status: 401,
    message: 'The signature of the request is missing or invalid.',
    hint: 'Sign the ID, timestamp, and body as defined by Standard Webhooks. See the example in /docs/court-emails/.',
  },
  stale_signature: {
    status: 401,
    message: 'The signature timestamp is too far in the past or future.',
    hint: "Sign each attempt again, and check the sender's clock.",
  },
  no_email: {
    status: 400,
    message: 'The body contains no email.',
    hint: 'Send the raw message, or JSON with the message in "content".',
  },
})

/** A notice that can't be processed for a reason other than a server error. */
export class NoticeRefused extends Error {
  override name = 'NoticeRefused'
}

export default EMAIL_ERRORS
