/** Queues of deliveries, and the retry schedule. */

/** Slow, failing, and new endpoints have a separate queue, so that they don't delay the others. */
export const QUEUES = { quick: 'webhooks.deliver', slow: 'webhooks.deliver_slow' }

export function queueFor(slow: boolean): string {
  return slow ? QUEUES.slow : QUEUES.quick
}

const MINUTE = 60_000

/** Retries after the first attempt: after 3, 9, 27, 81, 243, 729, and 2,187 minutes. */
export const RETRIES = 7
/** Hours after which an event is no longer retried. */
export const OLDEST_HOURS = 60

/**
 * @param attempts failed attempts so far
 * @returns undefined after the last retry
 */
export function nextAttempt(attempts: number, now: Date): Date | undefined {
  return attempts > RETRIES ? undefined : new Date(now.getTime() + 3 ** attempts * MINUTE)
}

/** Whether an event is too old for a retry. */
export function isTooOld(made: Date, now: Date): boolean {
  return now.getTime() - made.getTime() > OLDEST_HOURS * 60 * MINUTE
}
