/** Estimates the cost of a search from the frequency of its words before it runs. */
import type { EngineSearch } from '../../engine.js'
import { isWordsLeaf, type WordsLeaf } from '../../query/match_words.js'
import {
  and,
  listQueryLeaves,
  listTerms,
  type QueryLeaf,
  type QueryTree,
} from '../../query/tree.js'
import type { IndexReader } from './index_reader.js'
import { matchExpression } from './match_expression.js'
import {
  textLeaves,
  type ConnectedNode,
  type ResolvedTree,
  type TextLeaf,
} from './resolve_query.js'

/** A search that reads more rows than this is heavy. */
export const HEAVY_ROWS = 20_000
/** Number of postings that can be read in the time needed to match and score one row. */
const POSTINGS_A_ROW = 20
/** Weight of a posting of a phrase, whose positions are read as well. */
const WITH_POSITIONS = 2
/** Maximum number of patterns whose words are looked up to estimate their frequency. */
const FEW_PATTERNS = 3
/** Number of leading letters a pattern needs to avoid reading all words of the index. */
const FEW_WORDS_BEGIN = 3

/**
 * Whether a search is expensive enough for the heavy threads. The check
 * itself costs no more than a light search.
 */
export function isHeavy(reader: IndexReader, search: EngineSearch): boolean {
  const tree = and(search.query, search.filter)
  const patterns = listQueryLeaves(tree)
    .flatMap((leaf): QueryLeaf[] => (leaf.op === 'connected' ? listTerms(leaf.chain) : [leaf]))
    .filter(isWordsLeaf)
  if (patterns.length > FEW_PATTERNS || patterns.some(hasAnyBeginning)) return true
  if (search.size === 0 && (search.countUpTo ?? HEAVY_ROWS) < HEAVY_ROWS && readsOnlyHits(tree))
    return false
  const byScore = search.order.by === 'score' && search.size > 0
  return (
    postingsReach(reader, search.query, byScore, HEAVY_ROWS * POSTINGS_A_ROW) ||
    mayBeMore(reader, tree, HEAVY_ROWS)
  )
}

/**
 * @throws SearchTooSlow if phrases alone would exceed the remaining time: FTS5 can't be
 * interrupted while it reads one
 */
export function requireTime(reader: IndexReader, { query, filter, scoring }: EngineSearch): void {
  const raised = [...(scoring.boosts ?? []), ...(scoring.parts ?? [])].map(({ tree }) => tree)
  const leaves = [query, filter, ...raised].flatMap((tree) => textLeaves(reader.resolve(tree)))
  reader.requireTimeFor(leaves.reduce((sum, leaf) => sum + postingsOf(reader, leaf, false), 0))
}

/** Whether a tree may make the engine read more rows than the limit. */
export function mayBeMore(reader: IndexReader, tree: QueryTree, limit: number): boolean {
  return rowsOf(reader, reader.resolve(tree), limit) >= limit
}

/** Whether every row that is read is a hit, so that counting stops once there are enough. */
function readsOnlyHits(tree: QueryTree): boolean {
  if (tree.op === 'or') return tree.of.every(readsOnlyHits)
  return tree.op === 'all' || tree.op === 'word' || tree.op === 'is'
}

function hasAnyBeginning(leaf: WordsLeaf): boolean {
  if (leaf.op === 'fuzzy') return true
  const [start = ''] = leaf.op === 'prefix' ? [leaf.prefix] : leaf.pattern.split(/[*?]/, 1)
  return [...start].length < FEW_WORDS_BEGIN
}

/**
 * Whether the words of a query exceed a number of postings; stops as soon as the result is
 * known.
 */
function postingsReach(
  reader: IndexReader,
  query: QueryTree,
  byScore: boolean,
  limit: number
): boolean {
  let postings = 0
  const tree = reader.resolve(query)
  for (const leaf of textLeaves(tree)) {
    reader.checkLimits()
    postings += postingsOf(reader, leaf, byScore)
    if (postings >= limit) return true
  }
  for (const { candidates, spellings } of connectedNodes(tree)) {
    const rows = rowsOf(reader, candidates, HEAVY_ROWS)
    postings += rows * WITH_POSITIONS * Math.min(MAX_TERMS_COUNTED, spellings.flat(2).length)
    if (postings >= limit) return true
  }
  return false
}

/** Few rows contain more of the terms of a wildcard. */
const MAX_TERMS_COUNTED = 10

function connectedNodes(tree: ResolvedTree): ConnectedNode[] {
  if (tree.op === 'and' || tree.op === 'or') return tree.of.flatMap(connectedNodes)
  if (tree.op === 'not') return connectedNodes(tree.of)
  return tree.op === 'connected' ? [tree] : []
}

/**
 * Postings that FTS5 reads for a leaf: for a phrase, the postings of each word in the rows of
 * the rarest one. A word combined with others doesn't need all of its postings, but BM25 reads
 * them all.
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

/** Number of rows that contain a leaf; for a frequent leaf, the number of all rows. */
function postingsAt(reader: IndexReader, leaf: TextLeaf): number {
  const count = reader.countUpTo(matchExpression(leaf, reader.layout)!, HEAVY_ROWS)
  return count < HEAVY_ROWS ? count : reader.rowCount()
}

/** Number of rows that the engine reads for a tree, up to the limit. */
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
    case 'connected':
      return rowsOf(reader, tree.candidates, limit)
    case 'own':
    case 'all':
    case 'not':
    case 'range':
      return frequency({ op: 'all' })
    // Adjacent words are checked in every row that contains the rarest of them.
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
