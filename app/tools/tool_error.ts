/**
 * An error that the caller can handle. The client gets its message as the result of the call,
 * marked as an error.
 */
export class ToolError extends Error {
  override name = 'ToolError'
}

/** The API rejected a request of a tool. */
export class ApiRefusal extends ToolError {
  override name = 'ApiRefusal'

  constructor(
    message: string,
    readonly status: number,
    /** Body of the response. */
    readonly body: unknown,
    /** Seconds to wait before retrying, if known. */
    readonly retryAfter?: number
  ) {
    super(message)
  }
}
