/**
 * A tool call that failed in a way its caller can do something about: the
 * client gets the message as the result of the call, marked as an error.
 */
export class ToolError extends Error {
  override name = 'ToolError'
}

/** The API refused a request of a tool. */
export class ApiRefusal extends ToolError {
  override name = 'ApiRefusal'

  constructor(
    message: string,
    readonly status: number,
    /** Body of the refusal. */
    readonly body: unknown,
    /** Whole seconds to wait, where the API says so. */
    readonly retryAfter?: number
  ) {
    super(message)
  }
}
