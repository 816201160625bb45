/**
 * Vectors of questions. Those asked lately are kept, so that the pages of one
 * search go by one vector.
 */
import { LRUCache } from 'lru-cache'
import { NotReady } from '#app/support/domain_error'
import { SemanticUnavailable } from '#app/search_engine/engine'
import { EmbeddingFailed, type Embedder } from '#app/search_engine/embeddings/embedder'

const MAX_CACHED = 500
/** Seconds after which asking again may help. */
const RETRY_AFTER = 10

interface Warn {
  warn: (details: object, message: string) => void
}

export class QueryVectors {
  readonly #vectors = new LRUCache<string, Promise<Float32Array>>({ max: MAX_CACHED })
  /** Whether the last question could not be embedded, which is in the log then. */
  #fails = false

  /** @param embedder null where none is set */
  constructor(
    readonly embedder: Embedder | null,
    readonly logger: Warn
  ) {}

  /** @throws SemanticUnavailable where no provider is set, NotReady while it does not work */
  async of(text: string): Promise<Float32Array> {
    const { embedder } = this
    if (!embedder) {
      throw new SemanticUnavailable(
        'This server has no embedding provider, so it cannot search for the meaning of a text: its operator can set EMBEDDINGS_URL. Search by words, or POST an embedding.'
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
      // Hosts and settings are for the operator.
      if (!this.#fails) this.logger.warn({ err: error }, 'searches cannot be embedded')
      this.#fails = true
      throw new NotReady(
        'The embedding provider does not work at the moment. Try again later, search by words, or POST an embedding.',
        RETRY_AFTER
      )
    }
  }
}
