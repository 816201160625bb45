/** Significant terms of a text ("more like this"): frequent in it and rare elsewhere, by tf-idf. */
import { analyse } from '../analysis/analyse.js'

/**
 * Maximum number of terms of a query for similar records (7 in search.md 4.2; texts of other
 * lengths need more).
 */
export const MAX_TERMS = 25
/** Maximum number of frequent words whose document frequency is looked up. */
const MAX_CANDIDATES = 500
const MIN_LENGTH = 3
/**
 * A term in more than this share of rows isn't significant. Neither is one that occurs in no
 * other row.
 */
const MAX_SHARE = 1 / 4
const LETTERS = /^\p{L}+$/u

/** Unstemmed words with their frequency in the texts, most frequent first; only those that may be significant. */
export function candidates(texts: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const word of analyse(text).exact) counts.set(word, (counts.get(word) ?? 0) + 1)
  return new Map(
    [...counts]
      .filter(([word]) => [...word].length >= MIN_LENGTH && LETTERS.test(word))
      .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
      .slice(0, MAX_CANDIDATES)
  )
}

/**
 * The most significant of them by tf-idf, best first.
 * @param words of `candidates`
 * @param rows number of rows of the index
 * @param frequencies number of rows that contain each word, in the order of `words`
 */
export function significantTerms(
  words: Map<string, number>,
  { rows, frequencies }: { rows: number; frequencies: number[] }
): string[] {
  return [...words]
    .map(([word, count], at) => ({ word, count, frequency: frequencies[at]! }))
    .filter(({ frequency }) => frequency > 1 && frequency <= rows * MAX_SHARE)
    .map(({ word, count, frequency }) => ({ word, weight: count * Math.log(rows / frequency) }))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MAX_TERMS)
    .map(({ word }) => word)
}
