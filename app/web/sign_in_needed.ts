/**
 * Thrown by a page that only accounts may read; answered with the way to the
 * sign-in page.
 */
export class SignInNeeded extends Error {
  constructor() {
    super('This server asks for an account.')
  }
}
