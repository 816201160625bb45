/** Evaluates a chain of connected terms for the words of one text. */
import type { Words } from '../analysis/analyse.js'
import { getBreaks } from '../analysis/breaks.js'
import { buildLinkGraph, findLinked, hasLinked, type Occurrences, union } from './connected.js'
import { findPhrase } from './find_phrases.js'
import { isWordsLeaf, wordMatcher } from './match_words.js'
import type { Chain, TermLeaf } from './tree.js'

const NONE: Occurrences = { first: [], last: [] }

/** Whether a text matches a chain. */
export function isConnected(chain: Chain, words: Words): boolean {
  const graph = buildLinkGraph(chain)
  const occurrences = occurrencesOf(graph.terms, words)
  return occurrences !== null && hasLinked(graph, occurrences, getBreaks(words))
}

/** The terms of a text that are part of a match of a chain: numbers of their words. */
export function findConnected(chain: Chain, words: Words): Occurrences {
  const graph = buildLinkGraph(chain)
  const occurrences = occurrencesOf(graph.terms, words)
  const found = occurrences && findLinked(graph, occurrences, getBreaks(words))
  return found?.reduce(union, NONE) ?? NONE
}

/** The occurrences of each node's terms; null if none has any. */
function occurrencesOf(nodes: TermLeaf[][], words: Words): Occurrences[] | null {
  const found = nodes.map((terms) => terms.map((term) => findTerm(term, words)).reduce(union, NONE))
  return found.some(({ first }) => first.length) ? found : null
}

function findTerm(term: TermLeaf, words: Words): Occurrences {
  if (term.op === 'phrase') {
    const places = findPhrase(words[term.form], term.words)
    return { first: places.map(([first]) => first), last: places.map(([, last]) => last) }
  }
  const list = term.op === 'word' ? words[term.form] : words.exact
  const fits = isWordsLeaf(term) ? wordMatcher(term) : (word: string) => word === term.word
  const first = list.flatMap((word, at) => (fits(word) ? [at] : []))
  return { first, last: first }
}
