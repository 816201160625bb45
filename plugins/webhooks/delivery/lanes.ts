/**
 * Two queues of endpoints to be served: one for those that answer, one for
 * those that do not, are late or have yet to show it, so that slow endpoints
 * do not delay the others.
 */
export const LANES = { quick: 'webhooks.deliver', slow: 'webhooks.deliver_slow' }

/** The queue of an endpoint. */
export function laneOf(slow: boolean): string {
  return slow ? LANES.slow : LANES.quick
}
