/**
 * What other tables need to know of a docket.
 */
import { DAY } from '#app/support/calendar'
import { caseNames, type CaseKind, type CaseNames } from './case_names.js'
import type { CourtGroup } from './courts.js'
import { docketNumber, type DocketNumber, type DocketFacts } from './docket_numbers.js'
import { FIRST_DAY, type Plan } from './plan.js'

/** Facts of a docket by ID. */
export function docketFacts(plan: Plan, id: number): DocketFacts {
  const random = plan.random('docket', id)
  const group = plan.groupOf(id)
  const courts = plan.courts[group]
  const court = courts[random.zipf(courts.length)]!
  const created = plan.docketCreated(id)

  // Half of the cases come in when they are opened, the others long after.
  const latest = Math.floor(created / DAY)
  const age = random.chance(0.5)
    ? 30 * random.next() ** 2
    : (latest - FIRST_DAY) * random.next() ** 1.2
  return {
    id,
    group,
    court,
    kind: kindOf(group, random.next()),
    created,
    filed: latest - Math.floor(age),
  }
}

/** Names of its case. */
export function namesOf(plan: Plan, { id, kind }: DocketFacts): CaseNames {
  return caseNames(kind, plan.random('names', id))
}

/** Its number, as its row has it. */
export function numberOf(plan: Plan, docket: DocketFacts): DocketNumber {
  return docketNumber(docket, plan.random('docketDetails', docket.id))
}

function kindOf(group: CourtGroup, draw: number): CaseKind {
  if (group === 'bankruptcy') return draw < 0.9 ? 'bankruptcy' : 'adversary'
  if (group === 'state') return draw < 0.45 ? 'state-criminal' : 'civil'
  return draw < 0.16 ? 'criminal' : 'civil'
}
