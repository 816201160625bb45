/** Limits of a query's complexity; its length and nesting depth are checked before parsing (balance.ts). */
import { tooDeep } from './balance.js'
import { isWordsLeaf } from './match_words.js'
import { QueryError } from './query_error.js'
import type { Syntax } from './syntax.js'
import {
  DEEPEST_QUERY,
  type Operand,
  type QueryLeaf,
  type QueryTree,
  getQueryDepth,
  listQueryLeaves,
  listTerms,
} from './tree.js'

/** Maximum number of leaves of a tree, synonyms included; the values of a list count as one. */
export const MAX_LEAVES = 1000
/** Maximum number of wildcards and fuzzy words; each may match many words. */
export const MAX_WORDS_LEAVES = 50
/** Maximum number of words of a phrase. */
export const MAX_PHRASE_LENGTH = 250
/** Maximum number of connectors: their time grows with the product of their terms. */
export const MAX_CONNECTORS = 20
/** @throws QueryError if the tree is too deep or too complex */
export function checkTree(tree: QueryTree) {
  if (getQueryDepth(tree) > DEEPEST_QUERY) throw tooDeep(0)
  const written = listQueryLeaves(tree)
  const links = written.map((leaf) => (leaf.op === 'connected' ? countLinks(leaf.chain) : 0))
  requireAtMost(
    MAX_CONNECTORS,
    links.reduce((sum, count) => sum + count, 0),
    'connectors'
  )
  const leaves = written.flatMap((leaf): QueryLeaf[] =>
    leaf.op === 'connected' ? listTerms(leaf.chain) : [leaf]
  )
  requireAtMost(MAX_LEAVES, leaves.length, 'words and phrases, synonyms included')
  requireAtMost(MAX_WORDS_LEAVES, leaves.filter(isWordsLeaf).length, 'wildcards and fuzzy words')
  const longest = Math.max(0, ...leaves.map((leaf) => ('words' in leaf ? leaf.words.length : 0)))
  requireAtMost(MAX_PHRASE_LENGTH, longest, 'words in one phrase')
}

function countLinks(operand: Operand): number {
  if (operand.is === 'terms') return 0
  const own = operand.is === 'chain' ? operand.links.length : 0
  return operand.of.reduce((sum, part) => sum + countLinks(part), own)
}

/** @throws QueryError if the query has more parts than any tree may have, before it is compiled */
export function checkWritten(syntax: Syntax) {
  requireAtMost(MAX_LEAVES, countWritten(syntax), 'words and phrases')
}

/** Words, phrases, and values as written. */
function countWritten(syntax: Syntax): number {
  if (!('of' in syntax)) return 1
  return [syntax.of].flat().reduce((sum, part) => sum + countWritten(part), 0)
}

function requireAtMost(most: number, count: number, what: string) {
  if (count <= most) return
  throw new QueryError(
    'too many',
    0,
    `The query has ${count} ${what}; the maximum is ${most}.`,
    'Shorten the query.'
  )
}
