/** Finds where the leaves of a query match in a text. */
import { listDocketNumberKeys, readDocketNumbers } from '#app/support/docket_number'
import { type Words, analyse } from '../analysis/analyse.js'
import { findNear, findPhrase, findRuns } from '../query/find_phrases.js'
import { findConnected } from '../query/connected_words.js'
import type { MarkedLeaf } from '../query/marked_leaves.js'
import { isWordsLeaf, wordMatcher } from '../query/match_words.js'
import type { QueryLeaf } from '../query/tree.js'

export interface Match {
  /** Offsets in the text. */
  start: number
  end: number
  /** Index of the leaf. */
  leaf: number
  /** Number of query parts it contains; 1 by default. */
  parts?: number
}

/**
 * Finds the matches to highlight in a text, in order and without overlaps:
 * whole words, phrases from the first word to the last, and each word of a
 * proximity search and each term joined by a connector, where they are close enough. Citations and names are highlighted as a whole, or their
 * parts if the text doesn't contain the whole.
 *
 * @param leaves leaves that search the field of the text
 */
export function findMatches(text: string, leaves: MarkedLeaf[]): Match[] {
  if (!leaves.length) return []
  const words = analyse(text)
  const { wholes, others } = findWholes(words, leaves)
  const found = [
    ...wholes,
    ...singleWords(words, others),
    ...severalWords(words, others),
    ...numbers(text, others),
  ]
  return withoutOverlaps(found.sort((a, b) => a.start - b.start || b.end - a.end))
}

/** Citations and names, and the other leaves to find. */
function findWholes(words: Words, leaves: MarkedLeaf[]): { wholes: Match[]; others: QueryLeaf[] } {
  const wholes: Match[] = []
  const others: QueryLeaf[] = []
  leaves.forEach((leaf, number) => {
    if (leaf.op !== 'whole') return others.push(leaf)
    const found = findRuns(words.exact, leaf.ways)
    if (!found.length) return others.push(...leaf.parts)
    const [leafNumber, parts] = [-1 - number, leaf.ways.length]
    wholes.push(
      ...found.map(([first, last]) => ({
        start: words.start[first]!,
        end: words.end[last]!,
        leaf: leafNumber,
        parts,
      }))
    )
  })
  return { wholes, others }
}

/** Leaves of one word each; one pass over the text for all of them. */
function singleWords(words: Words, leaves: QueryLeaf[]): Match[] {
  const byForm = { stem: new Map<string, number>(), exact: new Map<string, number>() }
  const matchers: [number, (word: string) => boolean][] = []
  leaves.forEach((leaf, number) => {
    if (leaf.op === 'word') {
      if (leaf.form !== 'key') byForm[leaf.form].set(leaf.word, number)
    } else if (isWordsLeaf(leaf)) matchers.push([number, wordMatcher(leaf)])
  })
  if (!byForm.stem.size && !byForm.exact.size && !matchers.length) return []
  const known = new Map<string, number | undefined>()
  const leafOf = (exact: string) => {
    if (!known.has(exact)) known.set(exact, matchers.find(([, fits]) => fits(exact))?.[0])
    return known.get(exact)
  }
  return words.exact.flatMap((exact, at) => {
    const leaf =
      byForm.stem.get(words.stem[at]!) ??
      byForm.exact.get(exact) ??
      (matchers.length ? leafOf(exact) : undefined)
    return leaf === undefined ? [] : [{ start: words.start[at]!, end: words.end[at]!, leaf }]
  })
}

function severalWords(words: Words, leaves: QueryLeaf[]): Match[] {
  return leaves.flatMap((leaf, number) => {
    const match = (first: number, last: number): Match => ({
      start: words.start[first]!,
      end: words.end[last]!,
      leaf: number,
    })
    if (leaf.op === 'phrase') {
      return findPhrase(words[leaf.form], leaf.words).map(([first, last]) => match(first, last))
    }
    if (leaf.op === 'connected') {
      const { first, last } = findConnected(leaf.chain, words)
      return first.map((at, index) => match(at, last[index]!))
    }
    if (leaf.op !== 'near') return []
    return neighbours(words[leaf.form], leaf).map((at) => match(at, at))
  })
}

/** Docket numbers that have a key, highlighted as a whole. */
function numbers(text: string, leaves: QueryLeaf[]): Match[] {
  const byKey = new Map<string, number>()
  for (const [number, leaf] of leaves.entries())
    if (leaf.op === 'word' && leaf.form === 'key') byKey.set(leaf.word, number)
  if (!byKey.size) return []
  return readDocketNumbers(text).numbers.flatMap((number) => {
    const key = listDocketNumberKeys(number).find((one) => byKey.has(one))
    const { start, end } = number
    return key === undefined ? [] : [{ start, end, leaf: byKey.get(key)! }]
  })
}

/** The words of a proximity search, where they are close to each other. */
function neighbours(words: string[], leaf: QueryLeaf & { op: 'near' }): number[] {
  const wanted = new Set(leaf.words)
  const places: number[] = []
  let next = 0
  for (const [first, last] of findNear(words, leaf.words, leaf.distance)) {
    for (next = Math.max(next, first); next <= last; next++) {
      if (wanted.has(words[next]!)) places.push(next)
    }
  }
  return places
}

function withoutOverlaps(found: Match[]): Match[] {
  const kept: Match[] = []
  for (const match of found) {
    const last = kept.at(-1)
    if (!last || match.start >= last.end) kept.push({ ...match })
    else last.end = Math.max(last.end, match.end)
  }
  return kept
}
