/**
 * Services that speak as OpenAI's does: `POST /v1/embeddings` with `model`
 * and `input`.
 */
import { EmbeddingFailed, PREFIXES, vectorOf, type Embedder } from './embedder.js'
import { postJson } from './post_json.js'
import { TIMEOUTS, type ServiceOptions } from './service_options.js'

const BATCH = 64

export function openAiStyle({ url, key, model, timeouts = TIMEOUTS }: ServiceOptions): Embedder {
  const address = embeddingsAddress(url)
  const embed = async (input: string[], timeout: number, signal?: AbortSignal) => {
    const answer = await postJson({ url: address, body: { model, input }, key, timeout, signal })
    return vectorsInOrder(answer, input.length).map((vector) => vectorOf(vector, model))
  }
  return {
    model,
    batch: BATCH,
    embedQuery: async (text, signal) =>
      (await embed([PREFIXES.query + text], timeouts.query, signal))[0]!,
    embedDocuments: (texts, signal) =>
      embed(
        texts.map((text) => PREFIXES.document + text),
        timeouts.documents,
        signal
      ),
  }
}

/** The address may name the service, its version or the route itself. */
function embeddingsAddress(url: URL): URL {
  const address = new URL(url)
  const path = url.pathname.replace(/\/+$/, '')
  if (path.endsWith('/embeddings')) address.pathname = path
  else address.pathname = `${path.replace(/\/v1$/, '')}/v1/embeddings`
  return address
}

/** `data` may come in any order; `index` tells. */
function vectorsInOrder(answer: unknown, count: number): unknown[] {
  const { data } = (answer ?? {}) as { data?: unknown }
  if (!Array.isArray(data) || data.length !== count)
    throw new EmbeddingFailed(
      'unavailable',
      `The embedding service answered without "data" of ${count} vectors.`
    )
  const vectors: unknown[] = []
  for (const [position, each] of data.entries()) {
    const { index = position, embedding } = (each ?? {}) as { index?: number; embedding?: unknown }
    vectors[index] = embedding
  }
  // One missing or twice: vectorOf finds the gap.
  return Array.from({ length: count }, (_, at) => vectors[at])
}
