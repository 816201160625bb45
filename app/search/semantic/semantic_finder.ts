/**
 * Finds parents by the similarity of their children's passages to a vector.
 * Also finds matches of phrases in quotes (search.md 8).
 */
import type { SearchTypeDefinition, SemanticSettings } from '../define_search_type.js'
import {
  type EngineAnswer,
  type EngineHit,
  type EngineSearch,
  type Neighbour,
  type SearchEngine,
  SemanticUnavailable,
} from '#app/search_engine/engine'
import { ALL, and, not, or, type QueryTree } from '#app/search_engine/query/tree'
import { cutPage, mergeChildren } from '#app/search_engine/semantic/merge_hits'
import { LRUCache } from 'lru-cache'
import { NotReady } from '#app/support/domain_error'
import { EmbeddingFailed, type Embedder } from '#app/search_engine/embeddings/embedder'

/** Weight of a similarity in a score (search.md 8). */
export const BOOST = 150

export interface SemanticHit extends EngineHit {
  /** Similarity of its closest passage; 0 if only phrases match. */
  similarity: number
  /** Its passages, closest first. */
  passages: Neighbour[]
}

export interface SemanticAnswer extends Omit<EngineAnswer, 'hits'> {
  hits: SemanticHit[]
}

export interface SemanticFind extends Omit<EngineSearch, 'index' | 'query' | 'grain'> {
  type: SearchTypeDefinition & { semantic: SemanticSettings }
  /** Normalized to length 1. */
  vector: Float32Array
  /** Minimum similarity of a passage. */
  atLeast: number
  /** The texts among these whose vectors are from the same model as this vector. */
  comparable?: (keys: number[]) => Promise<Set<number>>
  /** Matched in addition to the closest passages; null: nothing. */
  phrases: QueryTree | null
}

type Near = Map<number, Neighbour[]>

/** @throws SearchTooSlow, IndexMissing */
export async function findByMeaning(
  engine: SearchEngine,
  find: SemanticFind
): Promise<SemanticAnswer> {
  const near: Near = Map.groupBy(await findPassages(engine, find), ({ parent }) => parent)
  for (const passages of near.values()) passages.sort((a, b) => b.similarity - a.similarity)
  return find.order.by === 'score' ? byScore(engine, find, near) : byOrder(engine, find, near)
}

async function findPassages(engine: SearchEngine, find: SemanticFind): Promise<Neighbour[]> {
  const { type, vector, filter, atLeast, deadline, signal, comparable } = find
  const { neighbours: size } = type.semantic
  const { index } = type
  const found = await engine.neighbours({ index, vector, filter, size, atLeast, deadline, signal })
  if (!comparable) return found
  const keys = await comparable(found.map(({ key }) => key))
  return found.filter(({ key }) => keys.has(key))
}

/**
 * All parents with close passages are in memory. Matches of phrases only are
 * read from the engine a page at a time: first the ranked matches, which are
 * merged with the others, then the rest, which follow all of them.
 */
async function byScore(
  engine: SearchEngine,
  find: SemanticFind,
  near: Near
): Promise<SemanticAnswer> {
  const { phrases, type, from, size, count } = find
  const isNear = keysAre(type.semantic.keys.parent, [...near.keys()])
  const [both, others] = await Promise.all([
    withPhrases(engine, find, [...near.keys()]),
    phrases &&
      engine.search({
        ...searchOf(find),
        query: phrases,
        filter: and(find.filter, not(isNear)),
      }),
  ])
  const hits = [...near].map(([key, passages]): SemanticHit => {
    const words = both.get(key)
    const score = BOOST * passages[0]!.similarity + (words?.score ?? 0)
    const children = mergeChildren(scoresOfChildren(passages), words?.children ?? [])
    return {
      key,
      parent: key,
      score,
      position: [score, key],
      children: children.slice(0, find.children),
      moreChildren: children.length > find.children || Boolean(words?.moreChildren),
      similarity: passages[0]!.similarity,
      passages,
    }
  })
  const page = cutPage([...hits, ...(others?.hits ?? []).map(byWords)], from, size)
  return {
    ...page,
    more: page.more || Boolean(others?.more),
    count: count ? near.size + (others?.count ?? 0) : null,
    rankedNewest: others?.rankedNewest ?? null,
  }
}

/** The engine sorts; scores are for display only. */
async function byOrder(
  engine: SearchEngine,
  find: SemanticFind,
  near: Near
): Promise<SemanticAnswer> {
  const { phrases, type, filter } = find
  const close = [...near.values()].flat().map(({ key }) => key)
  const matching = or(keysAre(type.semantic.keys.child, close), ...(phrases ? [phrases] : []))
  if (matching.op === 'none')
    return { hits: [], more: false, count: find.count ? 0 : null, rankedNewest: null }
  const answer = await engine.search({
    ...searchOf(find),
    query: ALL,
    filter: and(filter, matching),
  })
  const scored = await withPhrases(
    engine,
    find,
    answer.hits.map(({ key }) => key)
  )
  const hits = answer.hits.map((hit): SemanticHit => {
    const passages = near.get(hit.key) ?? []
    const similarity = passages[0]?.similarity ?? 0
    const words = scored.get(hit.key)
    const children = mergeChildren(scoresOfChildren(passages), words?.children ?? [])
    return {
      ...hit,
      score: BOOST * similarity + (words?.score ?? 0),
      children: children.slice(0, find.children),
      similarity,
      passages,
    }
  })
  return { ...answer, hits, rankedNewest: null }
}

function searchOf({
  type,
  order,
  scoring,
  from,
  size,
  children,
  count,
  deadline,
  signal,
}: SemanticFind) {
  const { index, grain } = type
  return { index, grain, order, scoring, from, size, children, count, deadline, signal }
}

/** Scores of the phrases in these parents, and the matching children. */
async function withPhrases(
  engine: SearchEngine,
  find: SemanticFind,
  parents: number[]
): Promise<Map<number, EngineHit>> {
  const { phrases, filter, type } = find
  if (!phrases || !parents.length) return new Map()
  const { hits } = await engine.search({
    ...searchOf(find),
    query: phrases,
    filter: and(filter, keysAre(type.semantic.keys.parent, parents)),
    order: { by: 'score' },
    from: undefined,
    size: parents.length,
    count: false,
  })
  return new Map(hits.map((hit) => [hit.key, hit]))
}

function keysAre(field: string, values: number[]): QueryTree {
  return values.length ? { op: 'is', field, values } : { op: 'none' }
}

function scoresOfChildren(passages: Neighbour[]) {
  return passages.map(({ key, similarity }) => ({ key, score: BOOST * similarity }))
}

function byWords(hit: EngineHit): SemanticHit {
  return { ...hit, similarity: 0, passages: [] }
}

const MAX_CACHED = 500
/** Seconds after which a retry may succeed. */
const RETRY_AFTER = 10

interface Warn {
  warn: (details: object, message: string) => void
}

/**
 * Vectors of queries. Recent vectors are cached, so that all pages of a search
 * use the same vector.
 */
export class QueryVectors {
  readonly #vectors = new LRUCache<string, Promise<Float32Array>>({ max: MAX_CACHED })
  /** Whether the last query failed; the failure was logged then. */
  #fails = false

  /** @param embedder null if semantic search is turned off */
  constructor(
    readonly embedder: Embedder | null,
    readonly logger: Warn
  ) {}

  /** @throws SemanticUnavailable if it is turned off, NotReady while it is unavailable */
  async of(text: string): Promise<Float32Array> {
    const { embedder } = this
    if (!embedder) {
      throw new SemanticUnavailable(
        'Semantic search is turned off on this server (EMBEDDINGS=off). Use keyword search or POST an embedding.'
      )
    }
    let vector = this.#vectors.get(text)
    if (!vector) this.#vectors.set(text, (vector = embedder.embedQuery(text)))
    try {
      const found = await vector
      this.#fails = false
      return found
    } catch (error) {
      if (this.#vectors.get(text) === vector) this.#vectors.delete(text)
      if (!(error instanceof EmbeddingFailed)) throw error
      // Host names and settings are for the operator only.
      if (!this.#fails) this.logger.warn({ err: error }, 'failed to embed search queries')
      this.#fails = true
      throw new NotReady(
        'The embedding provider is currently unavailable. Try again later, use keyword search, or POST an embedding.',
        RETRY_AFTER
      )
    }
  }
}
