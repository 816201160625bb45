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
