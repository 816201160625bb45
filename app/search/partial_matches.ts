/**
 * Records that match most of the words of a query, for searches whose words don't all occur in
 * enough records.
 *
 * A word weighs more the rarer it is. The candidates contain a rare word; the result is
 * ordered by the share of the weight that a record contains, then by score.
 */
import type { EngineHit, EngineSearch, SearchEngine } from '#app/search_engine/engine'
import { fieldNames } from '#app/search_engine/query/fields'
import {
  ALL,
  and,
  listQueryLeaves,
  or,
  type QueryLeaf,
  type QueryTree,
} from '#app/search_engine/query/tree'
import type { SearchRequest } from './request/search_request.js'

/** Share of the weight that a record must contain; rare words have most of it. */
const LEAST_SHARE = 0.2
/** Maximum number of words whose records are read; lighter ones are ignored. */
const MAX_PARTS = 16
/** Records read for one search. */
const CANDIDATES = 100
/**
 * Rows of the rarest words that are ranked to find candidates. Records with only the other words
 * have a small share of the weight.
 */
const RANKED_ROWS = 2_000

type Limits = Pick<EngineSearch, 'deadline' | 'signal'>

/**
 * Finds records that match most of the words of a search, but not all of them, best first. Empty
 * for a search with fewer than two words, in another order than by score, or of a type without a
 * key field.
 *
 * @param found keys of the records that match all words, which are left out
 */
export async function findPartialMatches(
  engine: SearchEngine,
  request: SearchRequest,
  search: Omit<EngineSearch, 'query' | 'from' | 'count' | 'facets'>,
  found: ReadonlySet<number>
): Promise<EngineHit[]> {
  const { hitKey } = request.type
  const { words, required } = splitTree(request)
  if (!hitKey || words.length < 2 || request.order.by !== 'score' || request.query.related.length)
    return []
  const parts = await weighed(engine, search.index, words, search)
  const anchors = rarest(parts)
  if (!anchors.length) return []
  const { hits } = await engine.search({
    ...search,
    query: and(or(...anchors.map(({ tree }) => tree)), ...required),
    size: CANDIDATES,
    count: false,
  })
  const rest = hits.filter(({ key }) => !found.has(key))
  const shares = await sharesOf(
    rest.map(({ key }) => key),
    parts,
    (tree, keys) =>
      engine.search({
        ...search,
        // Scores aren't needed, and computing them would take most of the time.
        query: ALL,
        filter: and(tree, { op: 'is', field: hitKey, values: keys }),
        scoring: { today: search.scoring.today },
        size: keys.length,
        children: 0,
        count: false,
      })
  )
  return rest
    .map((hit) => ({ hit, share: shares.get(hit.key) ?? 0 }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((one, other) => other.share - one.share)
    .slice(0, search.size)
    .map(({ hit }) => hit)
}

/** The words of a search, and its other conditions: fields, exclusions, ranges, and quotes. */
function splitTree({ query, index }: SearchRequest): { words: QueryTree[]; required: QueryTree[] } {
  const { tree, quotedPhrases } = query
  const searched = new Set(fieldNames(index).searched.text)
  const isWord = (leaf: QueryLeaf) =>
    leaf.op === 'is' ||
    (leaf.op !== 'range' &&
      leaf.fields.some((field) => searched.has(field)) &&
      leaf.fields.length > 1)
  const isQuoted = (leaf: QueryLeaf) =>
    quotedPhrases.length > 0 && leaf.op === 'phrase' && leaf.form === 'exact'
  const parts = tree.op === 'and' ? tree.of : [tree]
  const words = parts.filter((part) => {
    const leaves = listQueryLeaves(part)
    return (
      leaves.length > 0 &&
      !hasExclusion(part) &&
      part.op !== 'is' &&
      leaves.every((leaf) => isWord(leaf) && !isQuoted(leaf))
    )
  })
  return { words, required: parts.filter((part) => !words.includes(part)) }
}

function hasExclusion(tree: QueryTree): boolean {
  return (
    tree.op === 'not' || ((tree.op === 'and' || tree.op === 'or') && tree.of.some(hasExclusion))
  )
}

interface WeighedPart {
  tree: QueryTree
  rows: number
  weight: number
}

/** The words that some rows contain, rarest first. Words in a great many rows are ignored. */
async function weighed(
  engine: SearchEngine,
  index: string,
  words: readonly QueryTree[],
  { deadline, signal }: Limits
): Promise<WeighedPart[]> {
  const trees = words.slice(0, 2 * MAX_PARTS)
  const { rows: total, frequencies } = await engine.frequencies({ index, trees, deadline, signal })
  return trees
    .map((tree, place) => ({ tree, rows: frequencies[place]! }))
    .filter(({ rows }) => rows > 0)
    .map((part) => ({ ...part, weight: weightOf(part.rows, total) }))
    .toSorted((one, other) => one.rows - other.rows)
    .slice(0, MAX_PARTS)
}

/**
 * Square of the inverse document frequency, chosen with half A of `plugins/search/tests/questions.tsv`:
 * common words hardly count.
 */
const weightOf = (rows: number, total: number) => Math.log(Math.max(total, rows) / rows + 0.01) ** 2

/** Words whose rows are read: as many as fit, at least one. */
function rarest(parts: readonly WeighedPart[]): WeighedPart[] {
  let rows = 0
  return parts.filter((part, place) => {
    rows += part.rows
    return place === 0 || rows <= RANKED_ROWS
  })
}

async function sharesOf(
  keys: number[],
  parts: readonly WeighedPart[],
  find: (tree: QueryTree, keys: number[]) => Promise<{ hits: EngineHit[] }>
): Promise<Map<number, number>> {
  const total = parts.reduce((sum, { weight }) => sum + weight, 0)
  const shares = new Map<number, number>()
  if (!keys.length) return shares
  const matches = await Promise.all(parts.map(({ tree }) => find(tree, keys)))
  for (const [place, { hits }] of matches.entries())
    for (const { key } of hits)
      shares.set(key, (shares.get(key) ?? 0) + parts[place]!.weight / total)
  return shares
}
