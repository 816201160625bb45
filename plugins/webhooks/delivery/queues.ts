/**
 * Two queues of endpoints to be served: one for those that answer, one for
 * those that do not, are late or have yet to show it, so that slow endpoints
 * do not delay the others.
 */
export const QUEUES = { quick: 'webhooks.deliver', slow: 'webhooks.deliver_slow' }

/** The queue of an endpoint. */
export function queueFor(slow: boolean): string {
  return slow ? QUEUES.slow : QUEUES.quick
}

/**
 * When what failed is tried again: after 3, 9, 27, 81, 243, 729 and 2187
 * minutes.
 */
const MINUTE = 60_000

/** Tries after the first one. */
export const RETRIES = 7
/** Hours after which an event is too old to be tried again. */
export const OLDEST_HOURS = 60

/**
 * @param attempts tries so far, all of which failed
 * @returns undefined when there is no other one
 */
export function nextAttempt(attempts: number, now: Date): Date | undefined {
  return attempts > RETRIES ? undefined : new Date(now.getTime() + 3 ** attempts * MINUTE)
}

/** Whether something is too old to be tried again. */
export function isTooOld(made: Date, now: Date): boolean {
  return now.getTime() - made.getTime() > OLDEST_HOURS * 60 * MINUTE
}
