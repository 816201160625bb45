import { middleware } from '#start/kernel'

/** What every page with a session passes through: the console before the guard of forms, whose refusal shows its menu. */
export const withSession = [
  middleware.body(),
  middleware.session(),
  middleware.console(),
  middleware.shield(),
]

/** The same for pages of whoever is signed in. */
export const forSignedIn = [...withSession, middleware.signedIn()]
