/**
 * Which opinion of a cluster to read first (tool server, tools 0: Main
 * opinion of a cluster).
 */
import { OPINION_TYPE_SLUGS } from './search/opinion_values.js'

/** An opinion as records or search results show it. */
export interface RankedOpinion {
  id: number
  /** `020lead` in records, `lead-opinion` in search results. */
  type: string
  /** Search results do not have it. */
  ordering_key?: number | null
}

/** Opinions without a place of their own come after those with one. */
const LAST = 99_999

/** Types that decide a case, the most likely one first. */
const DECIDING = ['020lead', '010combined', '015unamimous', '025plurality', '080onthemerits']

const RANKS = new Map(
  DECIDING.flatMap((type, rank) => [
    [type, rank],
    [OPINION_TYPE_SLUGS[type]!, rank],
  ])
)

/**
 * The main opinion of a cluster: the first by its place, then by how its
 * type decides the case, then by its ID.
 *
 * @param opinions of one cluster, in any order
 * @returns undefined when there are none
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
