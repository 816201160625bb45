import { middleware } from '#start/kernel'

/**
 * Middleware of all pages with a session: the console comes before the CSRF guard, whose error
 * page has the menu.
 */
export const withSession = [
  middleware.body(),
  middleware.session(),
  middleware.console(),
  middleware.shield(),
]

/** For pages of signed-in users. */
export const forSignedIn = [...withSession, middleware.signedIn()]

/**
 * For forms with a file, whose body is read by the handler: the CSRF token is in the query
 * string. Other bodies are parsed.
 */
export const forFileForms = [
  middleware.body({ files: true }),
  middleware.session(),
  middleware.console(),
  middleware.shield(),
  middleware.signedIn(),
]

/** For forms that send emails or require the password, which could be guessed. */
export const forLimitedForms = [...forSignedIn, middleware.formLimit()]
