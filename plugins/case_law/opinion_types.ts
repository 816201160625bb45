/** The main opinion of a cluster, and the names of opinion types. */
import { OPINION_TYPE_SLUGS } from './search/opinion_values.js'
import { OPINION_TYPES } from './resources/codes.js'

/** An opinion in a record or a search result. */
export interface RankedOpinion {
  id: number
  /** `020lead` in records, `lead-opinion` in search results. */
  type: string
  /** Missing in search results. */
  ordering_key?: number | null
}

/** Sorts opinions without an ordering key last. */
const LAST = 99_999

/** Types that decide a case, most likely first. */
const DECIDING = ['020lead', '010combined', '015unamimous', '025plurality', '080onthemerits']

const RANKS = new Map(
  DECIDING.flatMap((type, rank) => [
    [type, rank],
    [OPINION_TYPE_SLUGS[type]!, rank],
  ])
)

/**
 * The main opinion of a cluster: the first by ordering key, then by type, then by ID.
 *
 * @param opinions of one cluster, in any order
 * @returns undefined for an empty list
 */
export function mainOpinion<T extends RankedOpinion>(opinions: readonly T[]): T | undefined {
  return opinions.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || rankOf(a) - rankOf(b) || a.id - b.id
  )[0]
}

function placeOf({ ordering_key: place }: RankedOpinion): number {
  return Number.isInteger(place) ? place! : LAST
}

function rankOf({ type }: RankedOpinion): number {
  return RANKS.get(type) ?? DECIDING.length
}

const COMBINED = '010combined'

/** Names that differ from those in the list of codes. */
const NAMES: Record<string, string> = {
  '015unamimous': 'Unanimous opinion',
  '020lead': 'Lead opinion',
  '025plurality': 'Plurality opinion',
  '030concurrence': 'Concurrence',
  '035concurrenceinpart': 'Concurring in part',
  '080onthemerits': 'On the merits',
  '090onmotiontostrike': 'On motion to strike cost bill',
  '100trialcourt': 'Trial court document',
}

/** The name of an opinion type: `Concurrence`, `Combined opinion`. */
export function kindWords(type: unknown): string {
  const code = String(type)
  if (code === COMBINED) return 'Combined opinion'
  const known = OPINION_TYPES.find(({ value }) => value === code)?.display_name
  return NAMES[code] ?? known ?? 'Opinion'
}

/** The name of a type on the decision's page, where a combined opinion is the only one. */
export function kindOfOpinion(type: unknown): string {
  return type === COMBINED ? 'Opinion' : kindWords(type)
}
