/** Expensive queries by kind, as users or attackers could write them. */
import type { Random } from '#app/support/random'
import { MAX_QUERY_LENGTH } from '#app/search_engine/query/balance'
import { DEEPEST_QUERY } from '#app/search_engine/query/tree'

/** @param words the most frequent words of an index, most frequent first; at least 500 */
export function heavyQueries(words: string[], random: Random): Record<string, string> {
  const word = (most: number) => words[random.between(0, most - 1)]!
  const list = (length: number, make: (at: number) => string) =>
    Array.from({ length }, (_, at) => make(at))
  const depth = DEEPEST_QUERY / 2 - 2
  const kinds = {
    'one word 1,000 times': list(1000, () => words[0]!).join(' '),
    'two words 500 times, in groups': list(250, () => `(${words[0]} OR ${words[1]})`).join(' '),
    '500 frequent words': words.slice(0, 500).join(' '),
    '20 frequent words': list(20, () => word(20)).join(' '),
    '200 branches of frequent words': words.slice(0, 200).join(' OR '),
    '100 branches of two frequent words': list(100, () => `(${word(40)} ${word(40)})`).join(' OR '),
    '50 wildcards': words
      .slice(100, 150)
      .map((each) => `${each.slice(0, 3)}?*`)
      .join(' OR '),
    '50 beginnings': words
      .slice(100, 150)
      .map((each) => `${each.slice(0, 4)}*`)
      .join(' OR '),
    '50 misspelled words': words
      .slice(100, 150)
      .map((each) => `${each}~`)
      .join(' OR '),
    'deep brackets': `${'('.repeat(depth)}${list(depth, () => `${word(30)} OR ${word(30)}`).join(') ')})`,
    'a phrase of one word 250 times': `"${list(250, () => words[0]!).join(' ')}"`,
    'a phrase of 250 frequent words': `"${list(250, () => word(50)).join(' ')}"`,
    'phrases of frequent words': list(100, () => `"${word(30)} ${word(30)}"`).join(' OR '),
    'frequent words near each other': list(100, () => `"${word(30)} ${word(30)}"~5`).join(' OR '),
    'exclusions of frequent words': `${words[0]} ${list(100, () => `-"${word(30)} ${word(30)}"`).join(' ')}`,
  }
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, query]) => [
      kind,
      query.length <= MAX_QUERY_LENGTH ? query : cut(query),
    ])
  )
}

/** Removes words from the end if words are long. Quotes stay in pairs. */
function cut(query: string): string {
  const short = query.slice(0, MAX_QUERY_LENGTH - 1).replace(/ [^ ]*$/, '')
  return short.split('"').length % 2 ? short : `${short}"`
}
