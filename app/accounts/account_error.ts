/** A reason why an account cannot be as asked for, in a sentence. */
export class AccountError extends Error {
  override name = 'AccountError'

  constructor(
    /** The value at fault: `username`, `email`, `role` … */
    readonly field: string,
    message: string
  ) {
    super(message)
  }
}
