/**
 * Vectors of queries. Recent vectors are cached, so that all pages of a search
 * use the same vector.
 */
import { LRUCache } from 'lru-cache'
import { NotReady } from '#app/support/domain_error'
import { SemanticUnavailable } from '#app/search_engine/engine'
import { EmbeddingFailed, type Embedder } from '#app/search_engine/embeddings/embedder'

const MAX_CACHED = 500
/** Seconds after which a retry may succeed. */
const RETRY_AFTER = 10

interface Warn {
  warn: (details: object, message: string) => void
}

export class QueryVectors {
  readonly #vectors = new LRUCache<string, Promise<Float32Array>>({ max: MAX_CACHED })
  /** Whether the last query failed; the failure was logged then. */
  #fails = false

  /** @param embedder null if none is configured */
  constructor(
    readonly embedder: Embedder | null,
    readonly logger: Warn
  ) {}

  /** @throws SemanticUnavailable without a provider, NotReady while it is unavailable */
  async of(text: string): Promise<Float32Array> {
    const { embedder } = this
    if (!embedder) {
      throw new SemanticUnavailable(
        'This server has no embedding provider, so it cannot embed your query. Use keyword search or POST an embedding. The operator can set EMBEDDINGS_URL.'
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
