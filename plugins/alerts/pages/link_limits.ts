/** How often one IP address may use links that need no sign-in (alerts, 1.6). */
import { AttemptLimit } from '#app/throttle/attempt_limit'

export const linkLimit = new AttemptLimit('alert-links', ['3/min'])

/** Mail services send those of many readers. */
export const oneClickLimit = new AttemptLimit('alert-clicks', ['300/min'])
