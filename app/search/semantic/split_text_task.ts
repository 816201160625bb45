/** Splits a text into passages for a model, in a thread. */
import { htmlText } from '#app/search_engine/analysis/html_text'
import { modelTraits } from '#app/search_engine/embeddings/models'
import { splitIntoChunks } from '#app/search_engine/semantic/chunks'

export interface SplitTask {
  content: string
  isHtml: boolean
  model: string
}

export default function split({ content, isHtml, model }: SplitTask): string[] {
  return splitIntoChunks(isHtml ? htmlText(content) : content, modelTraits(model))
}
