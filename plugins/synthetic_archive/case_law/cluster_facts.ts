import { DAY } from '#app/support/calendar'
import { LAST_DAY, type Plan } from './plan.js'
import type { DocketFacts } from './docket_numbers.js'

/** Day a cluster was decided on: some time after its case was opened. */
export function clusterDay(plan: Plan, cluster: number, docket: DocketFacts): number {
  const lag = 20 + Math.floor(900 * plan.random('cluster', cluster).next() ** 2)
  return Math.min(docket.filed + lag, LAST_DAY - 1)
}

/** Instant a cluster came into the archive: with its docket, or when it was decided. */
export function clusterCreated(
  plan: Plan,
  cluster: number,
  docket: DocketFacts,
  day: number
): number {
  const decided = day * DAY + Math.floor(plan.random('cluster', -cluster).next() * DAY)
  return Math.max(docket.created, decided)
}
