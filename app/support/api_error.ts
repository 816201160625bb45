/**
 * A response other than the one asked for, thrown by what handles requests:
 * resources, endpoints, controllers. What they call throws a `DomainError`.
 */
import { type ErrorKind, kindOfStatus } from './errors.js'

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
