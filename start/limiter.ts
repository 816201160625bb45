/**
 * Attempt limits. Plugins declare those of their pages.
 */
import { AttemptLimit } from '#app/throttle/attempt_limit'

/** HTTP Basic passwords from one IP address. */
export const signInLimit = new AttemptLimit('sign-in', ['20/min', '2000/hour'])

/** Wrong passwords of one username, from all IP addresses. */
export const wrongPasswordLimit = new AttemptLimit('wrong-password', ['10/min', '100/hour'])

/** Codes for one account whose password was verified. */
export const secondFactorLimit = new AttemptLimit('second-factor', ['5/min', '50/hour'])

/** Sign-in forms from one IP address. */
export const signInFormLimit = new AttemptLimit('sign-in-forms', ['10/min', '2000/hour'])

/** Other forms from one IP address (web, 1). */
export const formLimit = new AttemptLimit('forms', ['10/min', '2000/hour'])
