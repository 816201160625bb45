/**
 * Limits on attempts. Plugins declare those of their own pages.
 */
import { AttemptLimit } from '#app/throttle/attempt_limit'

/** Passwords tried from one IP address with HTTP Basic. */
export const signInLimit = new AttemptLimit('sign-in', ['20/min', '2000/hour'])

/** Wrong passwords of one name, from all IP addresses. */
export const wrongPasswordLimit = new AttemptLimit('wrong-password', ['10/min', '100/hour'])

/** Codes tried for one account, which has proved its password. */
export const secondFactorLimit = new AttemptLimit('second-factor', ['5/min', '50/hour'])

/** Sign-in forms, of passwords and codes, sent from one IP address. */
export const signInFormLimit = new AttemptLimit('sign-in-forms', ['10/min', '2000/hour'])

/** Other forms sent from one IP address (web, 1). */
export const formLimit = new AttemptLimit('forms', ['10/min', '2000/hour'])
