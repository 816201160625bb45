/**
 * Credentials in the Authorization header (specification, Authentication).
 */
import type { ErrorKind } from '#app/support/errors'
import { DomainError } from '#app/support/domain_error'
import { ACCOUNT_ERRORS } from '../errors.js'
import { TOKEN } from '../tokens.js'

export interface Credentials {
  guard: 'token' | 'basic' | 'bearer'
  /** The text after the scheme. */
  value: string
}

/** Length of a typical header with a token. */
const USUAL_LENGTH = 'Token '.length + 40

/**
 * The guard for an Authorization header, and its value.
 *
 * @throws InvalidCredentials
 */
export function parseAuthorizationHeader(header: string): Credentials {
  // Fast path for the typical header.
  if (header.startsWith('Token ') && header.length === USUAL_LENGTH)
    return { guard: 'token', value: header.slice('Token '.length) }
  const [scheme, value = '', ...more] = header.trim().split(/ +/)
  switch (scheme!.toLowerCase()) {
    case 'token':
      if (!value) throw refused('Send a key after "Token": "Authorization: Token <key>".')
      if (more.length) throw refused("Invalid token header. A key can't contain spaces.")
      return { guard: 'token', value }
    case 'basic':
      return { guard: 'basic', value }
    case 'bearer':
      if (!value || more.length) throw refused('Send one access token after "Bearer".')
      return { guard: 'bearer', value }
  }
  throw refused(
    TOKEN.test(scheme!)
      ? 'Send "Token" before the key: "Authorization: Token <key>".'
      : 'Unknown authentication scheme. Send "Token <key>", or use HTTP Basic.'
  )
}

/** The credentials are invalid. */
export class InvalidCredentials extends DomainError {
  override name = 'InvalidCredentials'
}

export function refused(
  detail: string,
  kind: ErrorKind = ACCOUNT_ERRORS.invalid_credentials
): InvalidCredentials {
  return new InvalidCredentials(kind, { detail })
}

/** The error for a request without credentials. */
export function unauthenticated(): InvalidCredentials {
  const { authentication_required: kind } = ACCOUNT_ERRORS
  return refused(kind.message, kind)
}
