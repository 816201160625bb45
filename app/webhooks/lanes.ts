/**
 * Two queues of endpoints to be served: one for those that answer, one for
 * those that do not, are late or have yet to show it. So whoever answers
 * waits for nobody who does not.
 */
export const LANES = { quick: 'curia.deliver_webhooks', slow: 'curia.deliver_slow_webhooks' }

/** The queue of an endpoint. */
export function laneOf(slow: boolean): string {
  return slow ? LANES.slow : LANES.quick
}
