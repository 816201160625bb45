/**
 * The embedder of the settings. The scheme of EMBEDDINGS_URL says which:
 * `https://` for services like OpenAI's, `inception+https://` for those like
 * Inception, `file:///` for a folder with a model.
 */
import { fileURLToPath } from 'node:url'
import { STANDARD_MODEL, type Embedder } from './embedder.js'
import { inceptionStyle } from './inception_style.js'
import { localModel } from './local_model.js'
import { openAiStyle } from './openai_style.js'

export interface EmbeddingSettings {
  /** As read by `embeddingsUrl`; null: none. */
  embeddingsUrl: string | null
  embeddingsKey: string | null
  embeddingsModel: string | null
}

/** Opens nothing yet; null where no provider is set. */
export function openEmbedder(settings: EmbeddingSettings): Embedder | null {
  const { embeddingsUrl, embeddingsKey: key } = settings
  if (!embeddingsUrl) return null
  const model = settings.embeddingsModel ?? STANDARD_MODEL
  if (embeddingsUrl.startsWith('file:')) return localModel(fileURLToPath(embeddingsUrl))
  const [, inception, address] = /^(inception\+)?(.*)$/.exec(embeddingsUrl)!
  const options = { url: new URL(address!), key, model }
  return inception ? inceptionStyle(options) : openAiStyle(options)
}
