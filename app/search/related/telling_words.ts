/** The words that tell a text from others: frequent in it, and rare elsewhere. */
import { analyse } from '../analysis/analyse.js'

/** Words that similar records are looked for by at most (search.md 4.2 has 7; texts of other lengths need more). */
export const MOST_TELLING = 25
/** Frequent words of a text whose frequency elsewhere is asked. */
const MOST_CANDIDATES = 500
const SHORTEST = 3
/** Share of all rows that may have a word. One that no other row has leads nowhere. */
const MOST_SHARE = 1 / 4
const LETTERS = /^\p{L}+$/u

/** Words as written with how often the texts have them, the most frequent first; only what may be telling. */
export function candidates(texts: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const word of analyse(text).exact) counts.set(word, (counts.get(word) ?? 0) + 1)
  return new Map(
    [...counts]
      .filter(([word]) => [...word].length >= SHORTEST && LETTERS.test(word))
      .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
      .slice(0, MOST_CANDIDATES)
  )
}

/**
 * The most telling of them: frequency in the texts times the logarithm of how
 * rare they are.
 * @param rows how many rows there are
 * @param frequencies rows that have each word, in the order of the words
 */
export function tellingWords(
  words: Map<string, number>,
  { rows, frequencies }: { rows: number; frequencies: number[] }
): string[] {
  return [...words]
    .map(([word, count], at) => ({ word, count, frequency: frequencies[at]! }))
    .filter(({ frequency }) => frequency > 1 && frequency <= rows * MOST_SHARE)
    .map(({ word, count, frequency }) => ({ word, weight: count * Math.log(rows / frequency) }))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MOST_TELLING)
    .map(({ word }) => word)
}
