/**
 * Vectors of questions. Those asked lately are kept, so that the pages of one
 * search go by one vector.
 */
import { ApiError } from '#api/api_error'
import { EmbeddingFailed, type Embedder } from '../embeddings/embedder.js'

const KEPT = 500
/** Seconds after which asking again may help. */
const RETRY_AFTER = '10'

interface Warn {
  warn: (details: object, message: string) => void
}

export class QueryVectors {
  /** Oldest use first. */
  readonly #vectors = new Map<string, Promise<Float32Array>>()

  /** @param embedder null where none is set */
  constructor(
    readonly embedder: Embedder | null,
    readonly logger: Warn
  ) {}

  /** @throws ApiError 503 when there is no vector to be had */
  async of(text: string): Promise<Float32Array> {
    const { embedder } = this
    if (!embedder) {
      throw ApiError.detail(
        503,
        'This server has nothing that turns texts into vectors: its operator can set EMBEDDINGS_URL. Search by words, or POST an embedding.'
      )
    }
    let vector = this.#vectors.get(text)
    // Used last, kept longest.
    this.#vectors.delete(text)
    this.#vectors.set(text, (vector ??= embedder.embedQuery(text)))
    const [oldest] = this.#vectors.keys()
    if (this.#vectors.size > KEPT) this.#vectors.delete(oldest!)
    try {
      return await vector
    } catch (error) {
      if (this.#vectors.get(text) === vector) this.#vectors.delete(text)
      if (!(error instanceof EmbeddingFailed)) throw error
      // Hosts and settings are for the operator.
      this.logger.warn({ err: error }, 'a search could not be embedded')
      throw ApiError.detail(
        503,
        'What turns texts into vectors does not work at the moment. Try again later, search by words, or POST an embedding.',
        { 'retry-after': RETRY_AFTER }
      )
    }
  }
}
