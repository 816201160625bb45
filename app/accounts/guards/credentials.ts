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
  const [scheme, value = '', ...more] = header.trim().split(/[ \t]+/)
  switch (scheme!.toLowerCase()) {
    case 'token':
      if (!value) throw refused('Send a key after "Token": "Authorization: Token <key>".')
      if (more.length) throw refused("Invalid token header. A key can't contain spaces.")
      return { guard: 'token', value }
    case 'basic':
      return { guard: 'basic', value }
    case 'bearer':
      if (!value || more.length) throw invalidAccessToken('Send one access token after "Bearer".')
      return { guard: 'bearer', value }
  }
  throw refused(
    TOKEN.test(scheme!)
      ? 'Send "Token" before the key: "Authorization: Token <key>".'
      : 'Unknown authentication scheme. Send "Token <key>", or use HTTP Basic.'
  )
}

const REALM = 'realm="api"'
const TOKEN_CHALLENGE = `Token ${REALM}`

/**
 * The challenge for access tokens: the value of `WWW-Authenticate` (RFC 6750, 3).
 *
 * @param parameters other parameters; without `error` if the request has no credentials
 */
export function bearerChallenge(parameters: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(parameters).map(([name, value]) => `${name}="${quotable(value)}"`)
  return `Bearer ${[REALM, ...given].join(', ')}`
}

/** Values can't contain quotation marks, backslashes, or characters outside of ASCII. */
function quotable(text: string): string {
  return text.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]|\\/g, ' ')
}

/** The credentials are missing, invalid, or insufficient. */
export class InvalidCredentials extends DomainError {
  override name = 'InvalidCredentials'

  constructor(
    kind: ErrorKind,
    detail: string,
    override readonly challenge: string
  ) {
    super(kind, { detail })
  }
}

/** The error for an invalid API token or password, or an unknown scheme. */
export function refused(detail: string): InvalidCredentials {
  return new InvalidCredentials(ACCOUNT_ERRORS.invalid_credentials, detail, TOKEN_CHALLENGE)
}

/** The error for an invalid access token (RFC 6750, 3.1). */
export function invalidAccessToken(detail: string): InvalidCredentials {
  const { invalid_token: kind } = ACCOUNT_ERRORS
  const challenge = bearerChallenge({ error: kind.code, error_description: detail })
  return new InvalidCredentials(kind, detail, challenge)
}

/**
 * The error for an access token without the required scope (RFC 6750, 3.1).
 *
 * @param scope the required scope
 */
export function insufficientScope(detail: string, scope: string): InvalidCredentials {
  const { insufficient_scope: kind } = ACCOUNT_ERRORS
  const challenge = bearerChallenge({ error: kind.code, error_description: detail, scope })
  return new InvalidCredentials(kind, detail, challenge)
}

/** The error for a request without credentials, which has no error code (RFC 6750, 3.1). */
export function unauthenticated(): InvalidCredentials {
  const { authentication_required: kind } = ACCOUNT_ERRORS
  const challenge = `${bearerChallenge()}, ${TOKEN_CHALLENGE}`
  return new InvalidCredentials(kind, kind.message, challenge)
}
