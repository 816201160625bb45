/** Splits a text into passages for a model, in a thread. */
import { htmlText } from '#app/search_engine/analysis/html_text'
import { modelTraits } from '#app/search_engine/embeddings/models'
import { splitIntoChunks } from '#app/search_engine/semantic/chunks'

export interface SplitTask {
  content: string
  isHtml: boolean
  /** HTML or plain text; may be empty. */
  summary: string
  model: string
}

/** A summary may be a single short sentence. */
const MIN_SUMMARY_TOKENS = 5
const HTML = /<[a-z]|&\w+;/i

/** @returns the passages of the summary, if the model uses it, then those of the text */
export default function split({ content, isHtml, summary, model }: SplitTask): string[] {
  const traits = modelTraits(model)
  const ofText = splitIntoChunks(isHtml ? htmlText(content) : content, traits)
  if (!traits.hasSummaries) return ofText
  const plain = HTML.test(summary) ? htmlText(summary) : summary
  return [...splitIntoChunks(plain, { ...traits, minTokens: MIN_SUMMARY_TOKENS }), ...ofText]
}
