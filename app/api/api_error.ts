/**
 * An answer other than the one asked for. Thrown anywhere below an API
 * route, worded once at the edge.
 */
export type ErrorBody = Record<string, unknown> | string[]

export class ApiError extends Error {
  override name = 'ApiError'

  constructor(
    readonly status: number,
    /** Null for an empty body. */
    readonly body: ErrorBody | null,
    readonly headers: Record<string, string> = {}
  ) {
    super(body === null ? String(status) : JSON.stringify(body))
  }

  /** An error whose body is `{"detail": …}`. */
  static detail(status: number, detail: string, headers?: Record<string, string>): ApiError {
    return new ApiError(status, { detail }, headers)
  }
}
