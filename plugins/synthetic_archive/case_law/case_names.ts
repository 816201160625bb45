/**
 * Case names: `Smith v. Acme Holdings, Inc.`
 */
import type { Random } from '#app/support/random'
import { agency, company, localBody, person, type Party } from '../names.js'

export interface CaseNames {
  short: string
  usual: string
  /** Often empty. */
  full: string
}

/** Kinds of cases with the same naming scheme. */
export type CaseKind = 'civil' | 'criminal' | 'state-criminal' | 'bankruptcy' | 'adversary'

const GOVERNMENT: Party = { short: '', usual: 'United States', full: 'United States of America' }
const PEOPLE = ['People', 'State', 'Commonwealth'].map((usual) => ({
  short: '',
  usual,
  full: usual,
}))

const NAMERS: Record<CaseKind, (random: Random) => CaseNames> = {
  'civil': (random) => versus(plaintiff(random), defendant(random), random),
  'criminal': (random) => versus(GOVERNMENT, person(random), random),
  'state-criminal': (random) => versus(random.pick(PEOPLE), person(random), random),
  'adversary': (random) =>
    versus(random.chance(0.5) ? person(random) : company(random), person(random), random),
  'bankruptcy': bankruptcy,
}

/** Draws the names of a case. */
export function caseNames(kind: CaseKind, random: Random): CaseNames {
  return NAMERS[kind](random)
}

function versus(first: Party, second: Party, random: Random): CaseNames {
  const others = random.chance(0.08) ? ', et al.' : ''
  return {
    short: first.short || second.short,
    usual: `${first.usual} v. ${second.usual}`,
    full: random.chance(0.4) ? `${first.full} v. ${second.full}${others}` : '',
  }
}

function plaintiff(random: Random): Party {
  const draw = random.next()
  if (draw < 0.68) return person(random)
  if (draw < 0.92) return company(random)
  return draw < 0.97 ? agency(random) : localBody(random)
}

function defendant(random: Random): Party {
  const draw = random.next()
  if (draw < 0.5) return company(random)
  if (draw < 0.72) return person(random)
  return draw < 0.88 ? agency(random) : localBody(random)
}

function bankruptcy(random: Random): CaseNames {
  if (random.chance(0.12)) {
    const { short, usual } = company(random)
    return { short, usual, full: '' }
  }
  const debtor = person(random)
  const couple = random.chance(0.3)
    ? ` and ${person(random).full.split(' ')[0]} ${debtor.short}`
    : ''
  return { short: debtor.short, usual: `${debtor.full}${couple}`, full: '' }
}
