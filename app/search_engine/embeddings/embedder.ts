/**
 * Interface of the providers that turn texts into vectors. Texts with similar meanings have
 * similar vectors. All providers return vectors of the same size.
 */
import { DIMENSIONS } from './models.js'

export interface Embedder {
  /** Identifies the model, because vectors of different models can't be compared. */
  readonly model: string
  /** Maximum number of texts in one call of `embedDocuments`. */
  readonly batch: number
  /** Bytes of text to embed per transaction; a larger single text has its own. */
  readonly maxBytes?: number
  /** Whether it is part of this server: it then embeds the whole archive without a command. */
  readonly isBuiltIn?: boolean
  /**
   * @returns a vector of length 1
   * @throws EmbeddingFailed
   */
  embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array>
  /**
   * @returns a vector of length 1 for each text, in the same order
   * @throws EmbeddingFailed
   */
  embedDocuments(texts: string[], signal?: AbortSignal): Promise<Float32Array[]>
}

/**
 * - `unavailable`: a retry may succeed
 * - `refused`: it rejects these texts
 * - `misconfigured`: every request fails until a setting is changed
 */
export type EmbeddingFailure = 'unavailable' | 'refused' | 'misconfigured'

/** The provider returned no vectors. The message is for operators and contains no secrets. */
export class EmbeddingFailed extends Error {
  override name = 'EmbeddingFailed'

  constructor(
    readonly kind: EmbeddingFailure,
    message: string
  ) {
    super(message)
  }
}

/**
 * Scales a vector to length 1, so that dot products are cosines.
 *
 * @returns null for a zero vector, which has no direction
 */
export function normalise(vector: ArrayLike<number>): Float32Array | null {
  // Dividing by the largest number first avoids overflow when large numbers are squared.
  let largest = 0
  for (let at = 0; at < vector.length; at++) largest = Math.max(largest, Math.abs(vector[at]!))
  if (largest === 0) return null
  let sum = 0
  for (let at = 0; at < vector.length; at++) sum += (vector[at]! / largest) ** 2
  const length = Math.sqrt(sum)
  return Float32Array.from(vector, (value) => value / largest / length)
}

/**
 * Validates a vector from a provider.
 *
 * @throws EmbeddingFailed for invalid values or a length other than 768
 */
export function parseEmbeddingVector(answer: unknown, model: string): Float32Array {
  if (!Array.isArray(answer) && !(answer instanceof Float32Array))
    throw new EmbeddingFailed('unavailable', 'The embedding service returned no vector.')
  if (answer.length !== DIMENSIONS) {
    throw new EmbeddingFailed(
      'misconfigured',
      `The model "${model}" returns vectors with ${answer.length} dimensions; ${DIMENSIONS} are required. Choose another with EMBEDDINGS_MODEL or EMBEDDINGS_URL.`
    )
  }
  const numbers = answer as ArrayLike<unknown>
  for (let at = 0; at < DIMENSIONS; at++) {
    if (!Number.isFinite(numbers[at]))
      throw new EmbeddingFailed(
        'unavailable',
        `The embedding service returned a vector whose element ${at} is not a number.`
      )
  }
  const vector = normalise(numbers as ArrayLike<number>)
  if (!vector) throw new EmbeddingFailed('refused', 'The embedding service returned a zero vector.')
  return vector
}

export interface ServiceOptions {
  url: URL
  key: string | null
  model: string
  /** Timeout in milliseconds; defaults to the one in `TIMEOUTS`. */
  timeouts?: typeof TIMEOUTS
}

/** Queries are interactive; documents can wait for the service. */
export const TIMEOUTS = { query: 5_000, documents: 120_000 }
