/**
 * The configured embedder. The scheme of EMBEDDINGS_URL selects the type: `https://` for
 * OpenAI-compatible services, `inception+https://` for Inception-compatible services,
 * `file:///` for a folder with a model. Without a URL, it is the built-in model.
 */
import { fileURLToPath } from 'node:url'
import {
  type Embedder,
  EmbeddingFailed,
  parseEmbeddingVector,
  TIMEOUTS,
  type ServiceOptions,
} from './embedder.js'
import { builtInModel } from './built_in_model.js'
import { inceptionStyle } from './inception_style.js'
import { localModel } from './local_model.js'
import { modelTraits, STANDARD_MODEL } from './models.js'
import { postJson } from './post_json.js'

export interface EmbeddingSettings {
  /** Whether semantic search is enabled. */
  embeddings: boolean
  /** As returned by `embeddingsUrl`; null if not set. */
  embeddingsUrl: string | null
  embeddingsKey: string | null
  embeddingsModel: string | null
}

/** Opens nothing yet. Null if semantic search is disabled. */
export function openEmbedder(settings: EmbeddingSettings): Embedder | null {
  const { embeddingsUrl, embeddingsKey: key } = settings
  if (!settings.embeddings) return null
  if (!embeddingsUrl) return builtInModel()
  const model = settings.embeddingsModel ?? STANDARD_MODEL
  if (embeddingsUrl.startsWith('file:')) return localModel(fileURLToPath(embeddingsUrl))
  const [, inception, address] = /^(inception\+)?(.*)$/.exec(embeddingsUrl)!
  const options = { url: new URL(address!), key, model }
  return inception ? inceptionStyle(options) : openAiStyle(options)
}

const BATCH = 64

/**
 * OpenAI-compatible services: `POST /v1/embeddings` with `model` and `input`.
 */
export function openAiStyle({ url, key, model, timeouts = TIMEOUTS }: ServiceOptions): Embedder {
  const address = embeddingsAddress(url)
  const { prefixes } = modelTraits(model)
  const embed = async (input: string[], timeout: number, signal?: AbortSignal) => {
    const answer = await postJson({ url: address, body: { model, input }, key, timeout, signal })
    return vectorsInOrder(answer, input.length).map((vector) => parseEmbeddingVector(vector, model))
  }
  return {
    model,
    batch: BATCH,
    embedQuery: async (text, signal) =>
      (await embed([prefixes.query + text], timeouts.query, signal))[0]!,
    embedDocuments: (texts, signal) =>
      embed(
        texts.map((text) => prefixes.document + text),
        timeouts.documents,
        signal
      ),
  }
}

/** The URL may include only the host, the version, or the full path. */
function embeddingsAddress(url: URL): URL {
  const address = new URL(url)
  const path = url.pathname.replace(/\/+$/, '')
  if (path.endsWith('/embeddings')) address.pathname = path
  else address.pathname = `${path.replace(/\/v1$/, '')}/v1/embeddings`
  return address
}

/** `data` may be in any order; `index` gives the position. */
function vectorsInOrder(answer: unknown, count: number): unknown[] {
  const { data } = (answer ?? {}) as { data?: unknown }
  if (!Array.isArray(data) || data.length !== count)
    throw new EmbeddingFailed(
      'unavailable',
      `The embedding service returned no "data" with ${count} vectors.`
    )
  const vectors: unknown[] = []
  for (const [position, each] of data.entries()) {
    const { index = position, embedding } = (each ?? {}) as { index?: number; embedding?: unknown }
    vectors[index] = embedding
  }
  // For a missing or duplicate item, vectorOf finds the gap.
  return Array.from({ length: count }, (_, at) => vectors[at])
}
