/**
 * Merges lists of hits by score.
 */
import type { ChildHit, EngineHit, EngineSearch } from '../engine.js'

/**
 * Merges the children of one parent, best first.
 *
 * @param close children with the score of their passages, possibly repeated
 * @param worded children with the score of their words
 */
export function mergeChildren(close: ChildHit[], worded: ChildHit[]): ChildHit[] {
  const scores = new Map<number, number>()
  for (const { key, score } of close) scores.set(key, Math.max(scores.get(key) ?? 0, score))
  for (const { key, score } of worded) scores.set(key, (scores.get(key) ?? 0) + score)
  return Array.from(scores, ([key, score]) => ({ key, score })).sort(byScore)
}

/**
 * Selects the hits of a page. Unranked hits keep the engine's order, and only those after
 * `from` are included.
 *
 * @returns the hits in list order, and whether there are more
 */
export function cutPage<T extends EngineHit>(
  hits: T[],
  from: EngineSearch['from'],
  size: number
): { hits: T[]; more: boolean } {
  const unranked = hits.filter(isUnranked)
  const ranked = hits
    .filter((hit) => !isUnranked(hit) && (!from || isBeyond(hit, from)))
    .sort(byScore)
  const sorted = [...ranked, ...unranked]
  const page = from?.direction === 'before' ? sorted.slice(-size) : sorted.slice(0, size)
  return { hits: page, more: sorted.length > page.length }
}

function isUnranked({ position }: EngineHit): boolean {
  return position[0] === null
}

function isBeyond(hit: ChildHit, { position, direction }: NonNullable<EngineSearch['from']>) {
  if (position[0] === null) return direction === 'before'
  const [score, key] = position as [number, number]
  const order = byScore({ score, key }, hit)
  return direction === 'after' ? order < 0 : order > 0
}

/** Best first, then the newest key. */
function byScore(a: ChildHit, b: ChildHit): number {
  return b.score - a.score || b.key - a.key
}
