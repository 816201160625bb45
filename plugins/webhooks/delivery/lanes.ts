/**
 * Two queues of endpoints to be served: one for those that answer, one for
 * those that do not, are late or have yet to show it. So whoever answers
 * waits for nobody who does not.
 */
export const LANES = { quick: 'webhooks.deliver', slow: 'webhooks.deliver_slow' }

/** The queue of an endpoint. */
export function laneOf(slow: boolean): string {
  return slow ? LANES.slow : LANES.quick
}
