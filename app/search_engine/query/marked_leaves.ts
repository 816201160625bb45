/** The parts of a query to highlight in results: leaves, and whole references and names. */
import { analyse } from '../analysis/analyse.js'
import type { QueryLeaf } from './tree.js'
import type { Scope } from './scope.js'

/** A reference or a name of several words: highlighted as a unit if the text contains it completely, otherwise by its parts. */
export interface WholeLeaf {
  op: 'whole'
  fields: string[]
  /** For each word or run of words as written, its alternatives. */
  ways: string[][][]
  parts: QueryLeaf[]
}

export type MarkedLeaf = QueryLeaf | WholeLeaf

/**
 * Maximum number of words of a reference or name, and of references and names of a query;
 * beyond it, only their parts are highlighted.
 */
const MAX_WORDS = 40
const MAX_WHOLES = 10

/**
 * @param leaves distinct leaves
 * @param wholes references and names, as written in the query
 * @param leavesOf the leaves of a part of the query
 */
export function markedLeaves(
  leaves: QueryLeaf[],
  wholes: string[],
  scope: Scope,
  leavesOf: (text: string) => QueryLeaf[]
): MarkedLeaf[] {
  const asked = new Set(leaves.map(written))
  const taken = new Set<string>()
  const found: WholeLeaf[] = []
  for (const text of wholes.slice(0, MAX_WHOLES)) {
    const words = analyse(text).exact
    if (words.length < 2 || words.length > MAX_WORDS) continue
    const parts = leavesOf(text)
    // Field-specific or excluded.
    if (!parts.every((part) => asked.has(written(part)))) continue
    for (const part of parts) taken.add(written(part))
    found.push({ op: 'whole', fields: scope.text, ways: waysOf(words, scope), parts })
  }
  return [...found, ...leaves.filter((leaf) => !taken.has(written(leaf)))]
}

const written = (leaf: QueryLeaf) => JSON.stringify(leaf)

function waysOf(words: string[], scope: Scope): string[][][] {
  const ways: string[][][] = []
  for (let at = 0; at < words.length;) {
    const { length, others } = longestRun(words, at, scope)
    const run = words.slice(at, at + length)
    ways.push([...others, run].sort((one, other) => other.length - one.length))
    at += length
  }
  return ways
}

/** The longest run of words from an index on that has synonyms, or one word. */
function longestRun(words: string[], at: number, { language, inName }: Scope) {
  for (let length = Math.min(language.longestEntry, words.length - at); length > 0; length--) {
    const others = language.listSynonyms(words.slice(at, at + length), inName)
    if (others.length || length === 1) return { length, others }
  }
  return { length: 1, others: [] }
}
