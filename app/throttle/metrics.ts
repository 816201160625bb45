import { counter } from '#app/support/metrics'
import type { Admission, Decision } from './admission.js'

const decisions = counter(
  'curia_throttle_decisions_total',
  'Requests checked against rate limits, by the scope that refused or the first one charged.',
  ['scope', 'decision']
)

/** Counts a decision. */
export function countDecision({ charges }: Admission, { refusedBy }: Decision): void {
  const scope = refusedBy?.scope ?? charges[0]?.scope ?? 'none'
  decisions.inc({ scope, decision: refusedBy ? 'refused' : 'admitted' })
}
