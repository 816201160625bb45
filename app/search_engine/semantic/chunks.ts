/**
 * Splits a text into passages, each of which gets a vector: whole sentences, as many as the
 * model can read. The last two are repeated at the start of the next passage (search.md 8).
 */
import { modelTraits, STANDARD_MODEL, type ModelTraits } from '../embeddings/models.js'
import { splitIntoSentences } from './sentences.js'
import { estimateTokens, truncateTokens } from './token_estimate.js'

/** Sentences that consecutive chunks share, per token of a chunk. */
const OVERLAP = 0.004

/** Tokens that models add around a text. */
const MARKERS = 2

interface Sentence {
  text: string
  tokens: number
}

/**
 * @param traits of the model that reads the chunks
 * @returns the chunks of a text in order; empty for a text that is too short
 */
export function splitIntoChunks(
  text: string,
  { maxTokens, minTokens, prefixes }: ModelTraits = modelTraits(STANDARD_MODEL)
): string[] {
  const room = maxTokens - estimateTokens(prefixes.document) - MARKERS
  const shared = Math.floor(maxTokens * OVERLAP)
  const sentences = splitIntoSentences(text).map((sentence) => measured(sentence, room))
  if (tokensOf(sentences) < minTokens) return []
  const chunks: Sentence[][] = []
  let chunk: Sentence[] = []
  for (const sentence of sentences) {
    if (tokensOf(chunk) + sentence.tokens > room) {
      chunks.push(chunk)
      const overlap = shared ? chunk.slice(-shared) : []
      // Chunks without room for the prefix omit it.
      chunk = tokensOf(overlap) + sentence.tokens > room ? [] : overlap
    }
    chunk.push(sentence)
  }
  chunks.push(chunk)
  return chunks.filter(({ length }) => length).map(textOf)
}

function measured(sentence: string, room: number): Sentence {
  const tokens = estimateTokens(sentence)
  if (tokens <= room) return { text: sentence, tokens }
  return { text: truncateTokens(sentence, room), tokens: room }
}

function tokensOf(sentences: Sentence[]): number {
  return sentences.reduce((sum, { tokens }) => sum + tokens, 0)
}

function textOf(sentences: Sentence[]): string {
  return sentences.map(({ text }) => text).join(' ')
}
