import { middleware } from '#start/kernel'

/** What every page with a session passes through: the console before the guard of forms, whose refusal shows its menu. */
export const withSession = [
  middleware.body(),
  middleware.session(),
  middleware.console(),
  middleware.shield(),
]

/** The same for pages of signed-in users. */
export const forSignedIn = [...withSession, middleware.signedIn()]

/**
 * The same for forms with a file, whose body the handler reads: such a form
 * has its CSRF token in the query string of its address.
 */
export const forFileForms = [
  middleware.session(),
  middleware.console(),
  middleware.shield(),
  middleware.signedIn(),
]

/** The same for forms that send something out or ask for the password, which could be guessed. */
export const forLimitedForms = [...forSignedIn, middleware.formLimit()]
