/**
 * Decisions that are similar in meaning to a plain question, although they lack some of its
 * words. They are merged with those that match most of the words.
 */
import { DomainError } from '#app/support/domain_error'
import type { EngineHit, SearchEngine } from '#app/search_engine/engine'
import type { SearchRequest } from '../request/search_request.js'
import type { ArchiveModel } from './archive_model.js'
import { findByMeaning, type QueryVectors } from './semantic_finder.js'
import type { SemanticType } from './semantic_request.js'

/** Queries with fewer words are names and terms rather than questions. */
const MIN_WORDS = 3
/** Milliseconds to wait for the vector, for example while the model is loaded. */
const MAX_WAIT = 2_000
const OPERATORS = /["()[\]{}*?~^|&:/%\\]|(?:^|\s)(?:[-+!]\S|(?:AND|OR|NOT)(?:\s|$))/
/**
 * Weights of the lists, and the constant of reciprocal rank fusion, chosen with half A of
 * `plugins/search/tests/questions.tsv`.
 */
const WEIGHTS = { words: 1, meaning: 0.25, constant: 5 }

export interface SimilarServices {
  engine: SearchEngine
  vectors: Pick<QueryVectors, 'embedder' | 'of'>
  /** Models of vectors by index. */
  archiveModels: ReadonlyMap<string, Pick<ArchiveModel, 'atLeast' | 'select'>>
}

interface SimilarOptions {
  today: string
  size: number
  children: number
  deadline: number
  signal?: AbortSignal
}

/** Whether a search is a question in plain words, sorted by relevance. */
export function isQuestion({ type, q, query, order }: SearchRequest): boolean {
  if (!type.semantic || order.by !== 'score') return false
  const { fields, related, references, numbers, looksLikeName } = query
  const isRecord = looksLikeName || references.length > 0 || numbers.length > 0
  return (
    !isRecord &&
    !fields.length &&
    !related.length &&
    !OPERATORS.test(q.trim().replace(/\?$/, '')) &&
    q.trim().split(/\s+/).length >= MIN_WORDS
  )
}

/**
 * Finds the closest decisions for a question, best first. Empty for other searches, and while
 * the question can't be embedded.
 */
export async function findSimilar(
  request: SearchRequest,
  { today, ...options }: SimilarOptions,
  { engine, vectors, archiveModels }: SimilarServices
): Promise<EngineHit[]> {
  const model = archiveModels.get(request.type.index)
  if (!vectors.embedder || !model || !isQuestion(request)) return []
  const vector = await findVector(request.q, vectors)
  if (!vector) return []
  const { hits } = await findByMeaning(engine, {
    ...options,
    type: request.type as SemanticType,
    vector,
    atLeast: await model.atLeast(),
    comparable: (keys) => model.select(keys),
    phrases: null,
    filter: request.filter,
    order: { by: 'score' },
    scoring: { today },
    count: false,
  })
  return hits
}

/** Merges two lists by the ranks of their hits (reciprocal rank fusion). */
export function fuseHits(words: EngineHit[], meaning: EngineHit[]): EngineHit[] {
  const scores = new Map<number, number>()
  const add = (hits: EngineHit[], weight: number) => {
    for (const [rank, { key }] of hits.entries())
      scores.set(key, (scores.get(key) ?? 0) + weight / (WEIGHTS.constant + rank + 1))
  }
  add(words, WEIGHTS.words)
  add(meaning, WEIGHTS.meaning)
  const worded = new Set(words.map(({ key }) => key))
  const others = meaning.filter(({ key }) => !worded.has(key))
  return [...words, ...others].sort((a, b) => scores.get(b.key)! - scores.get(a.key)!)
}

async function findVector(
  text: string,
  vectors: SimilarServices['vectors']
): Promise<Float32Array | null> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), MAX_WAIT)
  })
  const vector = vectors.of(text).catch((error: unknown) => {
    if (error instanceof DomainError) return null
    throw error
  })
  try {
    return await Promise.race([vector, timeout])
  } finally {
    clearTimeout(timer)
  }
}
