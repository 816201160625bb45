/**
 * Credentials in the Authorization header (specification, Authentication).
 */
import type { ErrorKind } from '#app/support/errors'
import { DomainError } from '#app/support/domain_error'
import { ACCOUNT_ERRORS } from '../errors.js'
import { TOKEN } from '../tokens.js'

export interface Credentials {
  guard: 'token' | 'basic' | 'bearer'
  /** What follows the scheme. */
  value: string
}

/** Length of a usual header with a token. */
const USUAL_LENGTH = 'Token '.length + 40

/**
 * The guard an Authorization header is for, and what it is given.
 *
 * @throws InvalidCredentials
 */
export function credentialsOf(header: string): Credentials {
  // The usual form, without taking it apart.
  if (header.startsWith('Token ') && header.length === USUAL_LENGTH)
    return { guard: 'token', value: header.slice('Token '.length) }
  const [scheme, value = '', ...more] = header.trim().split(/ +/)
  switch (scheme!.toLowerCase()) {
    case 'token':
      if (!value)
        throw refused('The word Token needs a key after it: "Authorization: Token <key>".')
      if (more.length) throw refused('Invalid token header. A key has no spaces in it.')
      return { guard: 'token', value }
    case 'basic':
      return { guard: 'basic', value }
    case 'bearer':
      if (!value || more.length) throw refused('The word Bearer needs one access token after it.')
      return { guard: 'bearer', value }
  }
  throw refused(
    TOKEN.test(scheme!)
      ? 'The word Token is missing in front of the key: "Authorization: Token <key>".'
      : 'The Authorization header is of no kind this API knows. Send "Token <key>", or Basic with name and password.'
  )
}

/** No account is proved. */
export class InvalidCredentials extends DomainError {
  override name = 'InvalidCredentials'
}

export function refused(
  detail: string,
  kind: ErrorKind = ACCOUNT_ERRORS.invalid_credentials
): InvalidCredentials {
  return new InvalidCredentials(kind, { detail })
}

/** For a request without credentials. */
export function unauthenticated(): InvalidCredentials {
  const { authentication_required: kind } = ACCOUNT_ERRORS
  return refused(kind.message, kind)
}
