/** Merging of keyword and semantic hits. */
import type { EngineHit } from '#app/search_engine/engine'

/** A hit of a list that is merged with another one. */
export interface WeighedHit extends EngineHit {
  /** Share of the words, or similarity above the minimum, from 0 to about 1. */
  weight: number
}

/**
 * Weight of the semantic list, relative to the list of words, and the constant of reciprocal rank
 * fusion, chosen with half A of `plugins/search/tests/questions.tsv`.
 */
const FUSION = { meaning: 1.25, constant: 20 }

/**
 * Merges two lists, best first, by the ranks of their hits (reciprocal rank fusion). Ranks count
 * in proportion to the weights of the hits, because the first of a list may be far from the
 * question.
 */
export function fuseHits(words: WeighedHit[], meaning: WeighedHit[]): EngineHit[] {
  const scores = new Map<number, number>()
  const add = (hits: WeighedHit[], times: number) => {
    for (const [rank, { key, weight }] of hits.entries())
      scores.set(key, (scores.get(key) ?? 0) + (times * weight) / (FUSION.constant + rank + 1))
  }
  add(words, 1)
  add(meaning, FUSION.meaning)
  const worded = new Set(words.map(({ key }) => key))
  const others = meaning.filter(({ key }) => !worded.has(key))
  return [...words, ...others].sort((a, b) => scores.get(b.key)! - scores.get(a.key)!)
}

/** Sorts hits like those of another list; the others follow in their order. */
export function sortLike(hits: EngineHit[], sorted: EngineHit[]): EngineHit[] {
  const ranks = new Map(sorted.map(({ key }, rank) => [key, rank]))
  const rankOf = ({ key }: EngineHit) => ranks.get(key) ?? sorted.length
  return hits.toSorted((one, other) => rankOf(one) - rankOf(other))
}
