/**
 * Lists by score: streams matches newest first and keeps the best, until they
 * end, no later one can enter the page, or the budget is used up.
 */
import { dayOfPlace } from './row_id.js'
import type { ScoredRow } from './scored_rows.js'
import { comparisonOf, TopList, type Listed } from './top_list.js'

/** Rows ranked at most, and milliseconds. */
const MOST_ROWS = 50_000
const MOST_MILLISECONDS = 150
const ROWS_BETWEEN_LOOKS = 100

export interface ScoredHit extends Listed {
  score: number
  /** Best first: ordinals of the matching children, one more than asked for at most. */
  children: { ordinal: number; score: number }[]
}

export interface ScoredList {
  hits: ScoredHit[]
  /** All hits when every match was seen; otherwise null. */
  seen: number | null
  rankedNewest: number | null
}

export interface ScoreOrder {
  grain: 'parent' | 'child'
  /** Hits kept. */
  most: number
  children: number
  from?: { at: Listed; direction: 'after' | 'before' }
  /** No row of this day or an earlier one scores more. */
  boundOf: (day: number) => number
  /** Rows behind a place that are ranked even when the budget is used up before. */
  late: (place: number) => Iterable<ScoredRow>
}

const BEST_FIRST = comparisonOf([true])

export function listByScore(rows: Iterable<ScoredRow>, order: ScoreOrder): ScoredList {
  const back = order.from?.direction === 'before'
  const comparison = back ? (one: Listed, other: Listed) => BEST_FIRST(other, one) : BEST_FIRST
  const top = new TopList<ScoredHit>(order.most, comparison)
  const started = performance.now()
  let hit: ScoredHit | null = null
  let seen = 0
  let ranked = 0
  let nextLook = ROWS_BETWEEN_LOOKS
  let stopped: 'budget' | 'bound' | null = null

  /** Whether a row is one more of the hit at hand. */
  const isOfHit = (place: number) => order.grain === 'parent' && hit?.place === place
  const offer = () => {
    if (!hit) return
    seen++
    if (!order.from || comparison(order.from.at, hit) < 0) top.offer(hit)
  }
  const take = ([place, ordinal, score]: ScoredRow) => {
    if (!isOfHit(place)) {
      offer()
      hit = {
        place,
        ordinal: order.grain === 'child' ? ordinal : 0,
        score,
        values: [score],
        children: [],
      }
    } else if (score > hit!.score) {
      hit!.score = score
      hit!.values = [score]
    }
    if (order.grain === 'parent' && ordinal) addChild(hit!, ordinal, score, order.children + 1)
  }
  for (const row of rows) {
    const [place] = row
    if (ranked >= nextLook && !isOfHit(place)) {
      nextLook = ranked + ROWS_BETWEEN_LOOKS
      if (ranked >= MOST_ROWS || performance.now() - started > MOST_MILLISECONDS) {
        stopped = 'budget'
        for (const late of order.late(order.grain === 'parent' ? place + 1 : place)) take(late)
        break
      }
      // A page in front of a position may hold any score above it.
      if (!back && top.isFull && order.boundOf(dayOfPlace(place)) < top.last!.score) {
        stopped = 'bound'
        break
      }
    }
    take(row)
    ranked++
  }
  offer()
  return {
    hits: back ? top.items.reverse() : top.items,
    seen: stopped ? null : seen,
    rankedNewest: stopped === 'budget' ? ranked : null,
  }
}

export function addChild(
  hit: { children: { ordinal: number; score: number }[] },
  ordinal: number,
  score: number,
  most: number
): void {
  const { children } = hit
  let at = children.length
  while (
    at > 0 &&
    (children[at - 1]!.score < score ||
      (children[at - 1]!.score === score && children[at - 1]!.ordinal < ordinal))
  )
    at--
  if (at >= most) return
  children.splice(at, 0, { ordinal, score })
  if (children.length > most) children.pop()
}
