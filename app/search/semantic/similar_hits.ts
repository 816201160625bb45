/**
 * Decisions that are similar in meaning to a plain question, although they lack some of its
 * words. They are merged with those that match most of the words.
 */
import { DomainError } from '#app/support/domain_error'
import type { SearchEngine } from '#app/search_engine/engine'
import type { WeighedHit } from '../fused_hits.js'
import type { SearchRequest } from '../request/search_request.js'
import type { ArchiveModel } from './archive_model.js'
import { findByMeaning, type QueryVectors } from './semantic_finder.js'
import type { SemanticType } from './semantic_request.js'

/** Queries with fewer words are names and terms rather than questions. */
const MIN_WORDS = 3
/** Milliseconds to wait for the vector, for example while the model is loaded. */
const MAX_WAIT = 2_000
const OPERATORS = /["()[\]{}*?~^|&:/%\\]|(?:^|\s)(?:[-+!]\S|(?:AND|OR|NOT)(?:\s|$))/

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
): Promise<WeighedHit[]> {
  const model = archiveModels.get(request.type.index)
  if (!vectors.embedder || !model || !isQuestion(request)) return []
  const vector = await findVector(request.q, vectors)
  if (!vector) return []
  const atLeast = await model.atLeast()
  const { hits } = await findByMeaning(engine, {
    ...options,
    type: request.type as SemanticType,
    vector,
    atLeast,
    comparable: (keys) => model.select(keys),
    phrases: null,
    filter: request.filter,
    order: { by: 'score' },
    scoring: { today },
    count: false,
  })
  return hits.map((hit) => ({ ...hit, weight: (hit.similarity - atLeast) / (1 - atLeast) }))
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
