/**
 * Records that match most of the words of a query, for searches whose words don't all occur in
 * enough records.
 *
 * A word weighs more the rarer it is, and less in a long text, which contains many words by
 * chance. The candidates contain a rare word; the result is ordered by the share of the weight
 * that a record has. Its age doesn't matter, because questions are rarely about recent records.
 */
import type { EngineHit, EngineSearch, SearchEngine } from '#app/search_engine/engine'
import { isFunctionWord } from '#app/search_engine/analysis/function_words'
import { fieldNames } from '#app/search_engine/query/fields'
import {
  ALL,
  and,
  listQueryLeaves,
  or,
  type QueryLeaf,
  type QueryTree,
} from '#app/search_engine/query/tree'
import type { WeighedHit } from './fused_hits.js'
import type { SearchRequest } from './request/search_request.js'

/** Share of the weight that a record must have; rare words have most of it. */
const LEAST_SHARE = 0.1
/** Maximum number of words whose records are read; lighter ones are ignored. */
const MAX_PARTS = 16
/** Maximum number of related words. */
const MAX_RELATED = 64
/**
 * Weight of a word with a similar meaning, chosen with half A of
 * `plugins/search/tests/questions.tsv`.
 */
const RELATED = 0.3
/** Rows of the rarest related words that are ranked. */
const RELATED_ROWS = 1_000
/** Records read for one search. */
const CANDIDATES = 100
/**
 * Rows of the rarest words that are ranked to find candidates. Records with only the other words
 * have a small share of the weight.
 */
const RANKED_ROWS = 2_000
/**
 * Boost of a name that contains one of the words: a single word distinguishes names better than
 * questions.
 */
const NAME_PART = 0.5
/** A day before all records, so that none is older. */
const NO_AGE = '0001-01-01'

type Limits = Pick<EngineSearch, 'deadline' | 'signal'>

/**
 * Finds records that match all or most of the words of a search, best first. Empty for a search
 * with fewer than two words, in another order than by score, or of a type without a key field.
 */
export async function findPartialMatches(
  engine: SearchEngine,
  request: SearchRequest,
  search: Omit<EngineSearch, 'query' | 'from' | 'count' | 'facets'>
): Promise<WeighedHit[]> {
  const { hitKey } = request.type
  const { words, required } = splitTree(request)
  if (!hitKey || words.length < 2 || request.order.by !== 'score' || request.query.related.length)
    return []
  const asked = withoutFunctionWords(words)
  const related = relatedWords(asked, request)
  const { index } = search
  const [parts, similar] = await Promise.all([
    weighed(engine, { index, words: asked.slice(0, 2 * MAX_PARTS) }, search),
    weighed(engine, { index, words: related, upTo: RELATED_ROWS }, search),
  ])
  const counted = parts.slice(0, MAX_PARTS)
  const anchors = rarest(counted)
  const { boosts, parts: names = [], citedField } = search.scoring
  const scoring = {
    ...{ boosts, citedField, today: NO_AGE },
    parts: names.map(({ tree }) => ({ tree, times: NAME_PART })),
  }
  const find = async (some: readonly WeighedPart[]) => {
    if (!some.length) return []
    const { hits } = await engine.search({
      ...search,
      query: and(or(...some.map(({ tree }) => tree)), ...required),
      scoring,
      size: CANDIDATES,
      count: false,
    })
    return hits
  }
  const hits = addScores(
    ...(await Promise.all([find(anchors), find(fitting(similar, RELATED_ROWS))]))
  )
  const others = counted.filter((part) => !anchors.includes(part))
  const further = await weightsOf(
    hits.map(({ key }) => key),
    others,
    (tree, keys) =>
      engine.search({
        ...search,
        // Computing the scores of frequent words would take most of the time.
        query: ALL,
        filter: and(tree, { op: 'is', field: hitKey, values: keys }),
        scoring: { today: search.scoring.today },
        size: keys.length,
        children: 0,
        count: false,
      })
  )
  const total = counted.reduce((sum, { weight }) => sum + weight, 0)
  return hits
    .map((hit) => ({ ...hit, weight: (hit.score + (further.get(hit.key) ?? 0)) / total }))
    .filter(({ weight }) => weight >= LEAST_SHARE)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, search.size)
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

/** The words of a question without those that every question has, if others are left. */
function withoutFunctionWords(words: QueryTree[]): QueryTree[] {
  const others = words.filter(
    (tree) => !listQueryLeaves(tree).some((leaf) => leaf.op === 'word' && isFunctionWord(leaf.word))
  )
  return others.length ? others : words
}

/** Words with a meaning similar to that of the words of a question. */
function relatedWords(words: readonly QueryTree[], { index }: SearchRequest): QueryTree[] {
  const stemLeaves = (tree: QueryTree) =>
    listQueryLeaves(tree).filter((leaf) => leaf.op === 'word' && leaf.form === 'stem')
  const leaves = words.flatMap(stemLeaves) as (QueryLeaf & { op: 'word' })[]
  const known = new Set(leaves.map(({ word }) => word))
  const related = leaves.flatMap(({ word, fields }) =>
    (index.language?.listRelated(word) ?? []).flatMap((stems): QueryTree[] => {
      const name = stems.join(' ')
      if (known.has(name)) return []
      known.add(name)
      const [first] = stems
      return stems.length === 1
        ? [{ op: 'word', fields, word: first!, form: 'stem' }]
        : [{ op: 'phrase', fields, words: stems, form: 'stem' }]
    })
  )
  return related.slice(0, MAX_RELATED)
}

/** Merges hits by words with hits by related words, whose scores count less. */
function addScores(hits: EngineHit[], related: EngineHit[]): EngineHit[] {
  const all = new Map(hits.map((hit) => [hit.key, hit]))
  for (const hit of related) {
    const score = RELATED * hit.score
    const known = all.get(hit.key)
    all.set(hit.key, known ? { ...known, score: known.score + score } : { ...hit, score })
  }
  return [...all.values()]
}

interface WeighedPart {
  tree: QueryTree
  rows: number
  weight: number
}

/** The words that some rows contain, rarest first. Words in a great many rows are ignored. */
async function weighed(
  engine: SearchEngine,
  { index, words, upTo }: { index: string; words: QueryTree[]; upTo?: number },
  { deadline, signal }: Limits
): Promise<WeighedPart[]> {
  if (!words.length) return []
  const { rows: total, frequencies } = await engine.frequencies({
    ...{ index, trees: words, upTo },
    ...{ deadline, signal },
  })
  return words
    .map((tree, place) => {
      const rows = frequencies[place]!
      return { tree, rows, weight: weightOf(rows, total) }
    })
    .filter(({ rows }) => rows > 0)
    .toSorted((one, other) => one.rows - other.rows)
}

/** Inverse document frequency, as in scores of engines, but never zero. */
const weightOf = (rows: number, total: number) =>
  Math.log(1 + (Math.max(total, rows) - rows + 0.5) / (rows + 0.5))

/** Words whose rows are read: as many as fit, at least one. */
function rarest(parts: readonly WeighedPart[]): WeighedPart[] {
  const some = fitting(parts, RANKED_ROWS)
  return some.length ? some : parts.slice(0, 1)
}

/** The first words, as many as have few rows altogether. */
function fitting(parts: readonly WeighedPart[], most: number): WeighedPart[] {
  let rows = 0
  return parts.filter((part) => (rows += part.rows) <= most)
}

/** The weight of the words that each record contains. */
async function weightsOf(
  keys: number[],
  parts: readonly WeighedPart[],
  find: (tree: QueryTree, keys: number[]) => Promise<{ hits: EngineHit[] }>
): Promise<Map<number, number>> {
  const weights = new Map<number, number>()
  if (!keys.length) return weights
  const matches = await Promise.all(parts.map(({ tree }) => find(tree, keys)))
  for (const [place, { hits }] of matches.entries())
    for (const { key } of hits) weights.set(key, (weights.get(key) ?? 0) + parts[place]!.weight)
  return weights
}
