/**
 * An error response, thrown by request handlers: resources, endpoints, and controllers. The
 * code they call throws a `DomainError`.
 */
import { type ErrorKind, kindOfStatus } from './errors.js'

/** A list contains messages, or the errors of each item of a submitted list. */
export type ErrorBody = Record<string, unknown> | unknown[]

export class ApiError extends Error {
  override name = 'ApiError'

  readonly status: number
  /** Undefined for a redirect. */
  readonly kind: ErrorKind | undefined

  /** @param kind an error kind, or a status whose general kind applies */
  constructor(
    kind: ErrorKind | number,
    /** Null for an empty body. */
    readonly body: ErrorBody | null,
    readonly headers: Record<string, string> = {},
    /** Additional members of problem details (RFC 9457); `body` has the keys of the API. */
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
