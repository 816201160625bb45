/**
 * Errors of the domain: a rule that does not hold, and what is wrong. They
 * know nothing of HTTP; `errorResponse` says what a client gets for them.
 */
import { type ErrorKind, HTTP_ERRORS } from './errors.js'

export class DomainError extends Error {
  override name = 'DomainError'

  /**
   * @param kind of a catalogue
   * @param details what is wrong, by field, or as a sentence named `detail`
   * @param retryAfter seconds after which the same may succeed
   */
  constructor(
    readonly kind: ErrorKind,
    readonly details: Readonly<Record<string, unknown>>,
    readonly retryAfter?: number
  ) {
    super(JSON.stringify(details))
  }
}

/** Values that cannot be accepted, by the names of their fields or parameters. */
export class InvalidValues extends DomainError {
  override name = 'InvalidValues'

  constructor(values: Readonly<Record<string, unknown>>) {
    super(HTTP_ERRORS.invalid_values, values)
  }
}

/** This server lacks what a request needs until its operator changes its settings: in the log once. */
export class NotSupported extends DomainError {
  override name = 'NotSupported'

  constructor(readonly detail: string) {
    super(HTTP_ERRORS.not_supported, { detail })
  }
}

/** What is asked for is not ready yet, as is to be expected now and then: nothing has failed that belongs in the log. */
export class NotReady extends DomainError {
  override name = 'NotReady'

  constructor(detail: string, retryAfter: number) {
    super(HTTP_ERRORS.not_ready, { detail }, retryAfter)
  }
}

/** Problems of one request that are looked for and listed at most: the work on an error is bounded like its text. */
export const MAX_PROBLEMS = 20
