/** Estimates the cost of a search before it runs, from the frequency of its words. */
import type { EngineSearch } from '../../engine.js'
import { isWordsLeaf, type WordsLeaf } from '../../query/match_words.js'
import { and, listQueryLeaves, type QueryTree } from '../../query/tree.js'
import type { IndexReader } from './index_reader.js'
import { matchExpression } from './match_expression.js'
import { textLeaves, type ResolvedTree, type TextLeaf } from './resolve_query.js'

/** A search that reads more rows than this is heavy. */
export const HEAVY_ROWS = 20_000
/** Postings that can be read in the time that matching and scoring one row needs. */
const POSTINGS_A_ROW = 20
/** Weight of a posting of a phrase: its positions are read, too. */
const WITH_POSITIONS = 2
/** Patterns whose words are looked up to see how frequent they are. */
const FEW_PATTERNS = 3
/** Letters that a pattern must start with, so that not all words of the index are read. */
const FEW_WORDS_BEGIN = 3

/**
 * Whether a search is expensive enough for the heavy threads. The check
 * itself costs no more than a light search.
 */
export function isHeavy(reader: IndexReader, search: EngineSearch): boolean {
  const tree = and(search.query, search.filter)
  const patterns = listQueryLeaves(tree).filter(isWordsLeaf)
  if (patterns.length > FEW_PATTERNS || patterns.some(hasAnyBeginning)) return true
  if (search.size === 0 && (search.countUpTo ?? HEAVY_ROWS) < HEAVY_ROWS && readsOnlyHits(tree))
    return false
  const byScore = search.order.by === 'score' && search.size > 0
  return (
    postingsReach(reader, search.query, byScore, HEAVY_ROWS * POSTINGS_A_ROW) ||
    mayBeMore(reader, tree, HEAVY_ROWS)
  )
}

/** @throws SearchTooSlow where phrases alone take longer than is left: FTS5 reads each in one piece */
export function requireTime(reader: IndexReader, { query, filter, scoring }: EngineSearch): void {
  const raised = [...(scoring.boosts ?? []), ...(scoring.parts ?? [])].map(({ tree }) => tree)
  const leaves = [query, filter, ...raised].flatMap((tree) => textLeaves(reader.resolve(tree)))
  reader.requireTimeFor(leaves.reduce((sum, leaf) => sum + postingsOf(reader, leaf, false), 0))
}

/** Whether a tree may make the engine read more rows than the limit. */
export function mayBeMore(reader: IndexReader, tree: QueryTree, limit: number): boolean {
  return rowsOf(reader, reader.resolve(tree), limit) >= limit
}

/** Whether every row that is looked at is a hit, so that counting ends when enough are found. */
function readsOnlyHits(tree: QueryTree): boolean {
  if (tree.op === 'or') return tree.of.every(readsOnlyHits)
  return tree.op === 'all' || tree.op === 'word' || tree.op === 'is'
}

function hasAnyBeginning(leaf: WordsLeaf): boolean {
  if (leaf.op === 'fuzzy') return true
  const [start = ''] = leaf.op === 'prefix' ? [leaf.prefix] : leaf.pattern.split(/[*?]/, 1)
  return [...start].length < FEW_WORDS_BEGIN
}

/** Whether the words of a query exceed a number of postings; stops as soon as it is known. */
function postingsReach(
  reader: IndexReader,
  query: QueryTree,
  byScore: boolean,
  limit: number
): boolean {
  let postings = 0
  for (const leaf of textLeaves(reader.resolve(query))) {
    reader.checkLimits()
    postings += postingsOf(reader, leaf, byScore)
    if (postings >= limit) return true
  }
  return false
}

/**
 * Postings FTS5 goes through for a leaf: those of each word of a phrase where
 * the rarest of them is. One word is found among others without reading all
 * of it, but BM25 does read it.
 */
function postingsOf(reader: IndexReader, leaf: TextLeaf, byScore: boolean): number {
  if (leaf.op !== 'phrase' && leaf.op !== 'near') return byScore ? postingsAt(reader, leaf) : 0
  if (leaf.words.length === 1 && !byScore) return 0
  const rarest = leaf.words.reduce(
    (least, word) =>
      least === 0
        ? 0
        : Math.min(least, postingsAt(reader, { ...leaf, op: 'phrase', words: [word] })),
    Infinity
  )
  return rarest * leaf.words.length * (leaf.words.length > 1 ? WITH_POSITIONS : 1)
}

/** Rows of a leaf; of a frequent one, as many as there are. */
function postingsAt(reader: IndexReader, leaf: TextLeaf): number {
  const count = reader.countUpTo(matchExpression(leaf, reader.layout)!, HEAVY_ROWS)
  return count < HEAVY_ROWS ? count : reader.rowCount()
}

/** Rows a tree makes the engine look at, up to the limit. */
function rowsOf(reader: IndexReader, tree: ResolvedTree, limit: number): number {
  const frequency = (part: ResolvedTree) =>
    reader.countUpTo(matchExpression(part, reader.layout)!, limit)
  switch (tree.op) {
    case 'none':
      return 0
    case 'and':
      return Math.min(...tree.of.map((part) => rowsOf(reader, part, limit)))
    case 'or':
      return tree.of.reduce(
        (sum, part) => (sum >= limit ? limit : Math.min(limit, sum + rowsOf(reader, part, limit))),
        0
      )
    case 'own':
    case 'all':
    case 'not':
    case 'range':
      return frequency({ op: 'all' })
    // Adjacent words are checked wherever the rarest of their words occurs.
    case 'phrase':
    case 'near':
      return Math.min(
        ...[...new Set(tree.words)].map((word) =>
          frequency({ ...tree, op: 'phrase', words: [word] })
        )
      )
    default:
      return frequency(tree)
  }
}
