/**
 * Services compatible with the Free Law Project's Inception. They add the prefixes themselves.
 */
import {
  EmbeddingFailed,
  normalise,
  parseEmbeddingVector,
  type Embedder,
  TIMEOUTS,
  type ServiceOptions,
} from './embedder.js'
import { postJson } from './post_json.js'

const BATCH = 64

export function inceptionStyle({ url, key, model, timeouts = TIMEOUTS }: ServiceOptions): Embedder {
  const post = (route: string, body: unknown, timeout: number, signal?: AbortSignal) => {
    const address = new URL(url)
    address.pathname = `${url.pathname.replace(/\/+$/, '')}/api/v1/embed/${route}`
    return postJson({ url: address, body, key, timeout, signal })
  }
  return {
    model,
    batch: BATCH,
    async embedQuery(text, signal) {
      const answer = await post('query', { text }, timeouts.query, signal)
      return parseEmbeddingVector((answer as { embedding?: unknown } | null)?.embedding, model)
    },
    async embedDocuments(texts, signal) {
      const documents = texts.map((text, id) => ({ id, text }))
      const answer = await post('batch', { documents }, timeouts.documents, signal)
      return vectorsById(answer, texts.length).map((vectors) => oneOf(vectors, model))
    },
  }
}

function vectorsById(answer: unknown, count: number): unknown[][] {
  const found = new Map<unknown, unknown[]>()
  for (const each of Array.isArray(answer) ? answer : []) {
    const { id, embeddings } = (each ?? {}) as { id?: unknown; embeddings?: unknown }
    if (!Array.isArray(embeddings)) continue
    found.set(
      id,
      embeddings.map((chunk) => (chunk as { embedding?: unknown } | null)?.embedding)
    )
  }
  return Array.from({ length: count }, (_, id) => {
    const vectors = found.get(id)
    if (!vectors?.length)
      throw new EmbeddingFailed(
        'unavailable',
        `The embedding service returned no vectors for text ${id + 1} of ${count}.`
      )
    return vectors
  })
}

/**
 * The service splits texts by its own token count; if it returns several vectors for a text,
 * their mean is used.
 */
function oneOf(vectors: unknown[], model: string): Float32Array {
  const checked = vectors.map((vector) => parseEmbeddingVector(vector, model))
  if (checked.length === 1) return checked[0]!
  const sum = new Float32Array(checked[0]!.length)
  for (const vector of checked) for (const [at, value] of vector.entries()) sum[at]! += value
  return normalise(sum) ?? checked[0]!
}
