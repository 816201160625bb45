/**
 * An answer other than the one asked for. Thrown anywhere below an API
 * route, worded once at the edge.
 */
import type { ErrorKind } from './error_kind.js'
import { HTTP_ERRORS, kindOfStatus } from './errors.js'

/** A list holds sentences, or what is wrong with each item of a list that was sent. */
export type ErrorBody = Record<string, unknown> | unknown[]

export class ApiError extends Error {
  override name = 'ApiError'

  readonly status: number
  /** Undefined for a redirect. */
  readonly kind: ErrorKind | undefined

  /** @param kind of a catalogue, or a status whose general kind is meant */
  constructor(
    kind: ErrorKind | number,
    /** Null for an empty body. */
    readonly body: ErrorBody | null,
    readonly headers: Record<string, string> = {},
    /** What problem details (RFC 9457) say besides the body, whose keys are those of the API. */
    readonly members: Record<string, unknown> = {}
  ) {
    const status = typeof kind === 'number' ? kind : kind.status
    super(body === null ? String(status) : JSON.stringify(body))
    this.status = status
    this.kind = typeof kind === 'number' ? kindOfStatus(status, body) : kind
  }

  /** An error whose body is `{"detail": …}`. */
  static detail(
    kind: ErrorKind | number,
    detail: string,
    headers?: Record<string, string>
  ): ApiError {
    return new ApiError(kind, { detail }, headers)
  }
}

/** This server lacks what a request needs until its operator changes its settings: in the log once. */
export class NotSupported extends ApiError {
  override name = 'NotSupported'

  constructor(readonly detail: string) {
    super(HTTP_ERRORS.not_supported, { detail })
  }
}

/** What is asked for is not ready yet, as is to be expected now and then: nothing has failed that belongs in the log. */
export class NotReady extends ApiError {
  override name = 'NotReady'

  /** @param retryAfter seconds after which to ask again */
  constructor(detail: string, retryAfter: number) {
    super(HTTP_ERRORS.not_ready, { detail }, { 'retry-after': String(retryAfter) })
  }
}
