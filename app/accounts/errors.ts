/** Errors of authentication and sessions. */
import { errorKinds } from '#app/support/errors'

export const ACCOUNT_ERRORS = errorKinds({
  invalid_credentials: {
    status: 401,
    message: 'The credentials are not valid.',
    hint: 'Send the Authorization header: "Token", a space, then the token.',
  },
  authentication_required: {
    status: 401,
    message: 'Authentication credentials were not provided.',
    hint: 'Send the Authorization header: "Token", a space, then the token.',
  },
  invalid_token: {
    status: 401,
    message: 'The access token is not valid.',
    hint: 'Refresh the access token, or sign in again from the client.',
  },
  insufficient_scope: {
    status: 403,
    message: "The access token doesn't have the required scope.",
    hint: 'Sign in again from the client, and grant access to the API.',
  },
  csrf_failed: {
    status: 403,
    message: 'The CSRF token is missing or invalid.',
    hint: 'In programs, send an Authorization header instead of a session cookie.',
  },
})

/** An action is not possible for this account; the message is a sentence. */
export class AccountError extends Error {
  override name = 'AccountError'

  constructor(
    /** The invalid value: `username`, `email`, `role` … */
    readonly field: string,
    message: string
  ) {
    super(message)
  }
}
