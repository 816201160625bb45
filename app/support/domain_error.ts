/**
 * Domain errors: a violated rule and its details. They are independent of HTTP;
 * `errorResponse` converts them to responses.
 */
import { type ErrorKind, HTTP_ERRORS } from './errors.js'

export class DomainError extends Error {
  override name = 'DomainError'
  /** Authentication schemes for a retry, in the syntax of `WWW-Authenticate` (RFC 9110, 11.6.1). */
  readonly challenge?: string

  /**
   * @param kind kind of the error
   * @param details messages by field, or a sentence in `detail`
   * @param retryAfter seconds after which a retry may succeed
   */
  constructor(
    readonly kind: ErrorKind,
    readonly details: Readonly<Record<string, unknown>>,
    readonly retryAfter?: number
  ) {
    super(JSON.stringify(details))
  }
}

/** Invalid values, by field or parameter. */
export class InvalidValues extends DomainError {
  override name = 'InvalidValues'

  constructor(values: Readonly<Record<string, unknown>>) {
    super(HTTP_ERRORS.invalid_values, values)
  }
}

/** The request requires settings that this server doesn't have. Logged once. */
export class NotSupported extends DomainError {
  override name = 'NotSupported'

  constructor(readonly detail: string) {
    super(HTTP_ERRORS.not_supported, { detail })
  }
}

/** A temporary condition that is expected occasionally and isn't logged. */
export class NotReady extends DomainError {
  override name = 'NotReady'

  constructor(detail: string, retryAfter: number) {
    super(HTTP_ERRORS.not_ready, { detail }, retryAfter)
  }
}

/**
 * Maximum number of problems that are checked and listed per request, which limits the work
 * and the size of the response.
 */
export const MAX_PROBLEMS = 20
