/**
 * Facts of dockets and clusters that the generators of several tables share.
 */
import { DAY, getDayYear } from '#app/support/calendar'
import { caseNames, type CaseKind, type CaseNames } from './case_names.js'
import type { CourtGroup, Court } from './courts.js'
import { FIRST_DAY, type Plan, LAST_DAY } from './plan.js'
import type { Random } from '#app/support/random'

/** Returns the facts of a docket by ID. */
export function docketFacts(plan: Plan, id: number): DocketFacts {
  const random = plan.random('docket', id)
  const group = plan.getCourtGroup(id)
  const courts = plan.courts[group]
  const court = courts[random.zipf(courts.length)]!
  const created = plan.docketCreated(id)

  // Half of the cases are added soon after filing, the rest much later.
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

/** Returns the case names of a docket. */
export function generateCaseNames(plan: Plan, { id, kind }: DocketFacts): CaseNames {
  return caseNames(kind, plan.random('names', id))
}

/** Returns the docket number, equal to the one in the row of the docket. */
export function generateDocketNumber(plan: Plan, docket: DocketFacts): DocketNumber {
  return docketNumber(docket, plan.random('docketDetails', docket.id))
}

function kindOf(group: CourtGroup, draw: number): CaseKind {
  if (group === 'bankruptcy') return draw < 0.9 ? 'bankruptcy' : 'adversary'
  if (group === 'state') return draw < 0.45 ? 'state-criminal' : 'civil'
  return draw < 0.16 ? 'criminal' : 'civil'
}

/** Returns the day of the decision, some time after the case was filed. */
export function clusterDay(plan: Plan, cluster: number, docket: DocketFacts): number {
  const lag = 20 + Math.floor(900 * plan.random('cluster', cluster).next() ** 2)
  return Math.min(docket.filed + lag, LAST_DAY - 1)
}

/** Returns when a cluster was added: with its docket, or on the day of the decision if later. */
export function clusterCreated(
  plan: Plan,
  cluster: number,
  docket: DocketFacts,
  day: number
): number {
  const decided = day * DAY + Math.floor(plan.random('cluster', -cluster).next() * DAY)
  return Math.max(docket.created, decided)
}

interface DocketNumber {
  number: string
  /** As in the source. */
  raw: string
  /** Year and serial digits; federal trial courts only. */
  core: string
  caseType: string
  office: string
  assigned: string
  referred: string
  defendant: number | null
}

/** Draws a docket number in the format of the court. */
export function docketNumber(docket: DocketFacts, random: Random): DocketNumber {
  const year = getDayYear(docket.filed)
  const shortYear = String(year % 100).padStart(2, '0')
  if (docket.group === 'district') return districtNumber(docket, shortYear, random)
  if (docket.group === 'bankruptcy') return bankruptcyNumber(docket, shortYear, random)
  const number =
    docket.group === 'appellate'
      ? `${shortYear}-${random.between(1, 9999)}`
      : stateNumber(year, shortYear, random)
  return { ...PLAIN, number, raw: random.chance(0.8) ? number : `No. ${number}` }
}

const PLAIN = { core: '', caseType: '', office: '', assigned: '', referred: '', defendant: null }

function districtNumber({ kind }: DocketFacts, year: string, random: Random): DocketNumber {
  const draw = random.next()
  const criminal = kind === 'criminal'
  const caseType = criminal ? (draw < 0.85 ? 'cr' : 'mj') : draw < 0.94 ? 'cv' : 'mc'
  const office = String(random.zipf(6) + 1)
  const serial = String(random.between(1, criminal ? 900 : 11_000)).padStart(5, '0')
  const number = `${office}:${year}-${caseType}-${serial}`
  const assigned = random.chance(0.7) ? initials(random) : ''
  const referred = assigned && random.chance(0.4) ? initials(random) : ''
  const defendant = criminal && random.chance(0.4) ? random.zipf(12) + 1 : null
  const raw = [number, assigned, referred, defendant].filter(Boolean).join('-')
  return { number, raw, core: year + serial, caseType, office, assigned, referred, defendant }
}

function bankruptcyNumber({ kind }: DocketFacts, year: string, random: Random): DocketNumber {
  const serial = String(random.between(1, 39_999)).padStart(5, '0')
  const caseType = kind === 'adversary' ? 'ap' : 'bk'
  const office = String(random.zipf(6) + 1)
  const raw = random.chance(0.5) ? `${office}:${year}-${caseType}-${serial}` : `${year}-${serial}`
  return { ...PLAIN, number: `${year}-${serial}`, raw, core: year + serial, caseType, office }
}

function stateNumber(year: number, shortYear: string, random: Random): string {
  const serial = random.between(1, 9999)
  const padded = String(serial).padStart(5, '0')
  return random.pick([
    `${year}-${padded}`,
    `A-${serial}-${shortYear}`,
    `S${random.between(100_000, 299_999)}`,
    `${String(random.between(1, 14)).padStart(2, '0')}-${shortYear}-${padded}-CV`,
    `SC${shortYear}-${serial}`,
    `${serial} WDA ${year}`,
  ])
}

const LETTERS = 'ABCDEFGHJKLMNPRSTW'

function initials(random: Random): string {
  let text = ''
  for (let left = random.between(2, 3); left > 0; left--)
    text += LETTERS[random.between(0, LETTERS.length - 1)]
  return text
}

export interface DocketFacts {
  id: number
  group: CourtGroup
  court: Court
  kind: CaseKind
  /** When it was added to the archive, in milliseconds. */
  created: number
  /** Day on which the case was filed. */
  filed: number
}
