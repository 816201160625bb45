/**
 * Splits a text into passages, each of which gets a vector: whole sentences, as many as the
 * model can read. The last two are repeated at the start of the next passage (search.md 8).
 */
import { PREFIXES } from '../embeddings/embedder.js'
import { splitIntoSentences } from './sentences.js'
import { estimateTokens, truncateTokens } from './token_estimate.js'

/** Maximum number of tokens that the model reads, prefix included. */
export const MAX_TOKENS = 512
/** Texts with fewer tokens aren't embedded. */
export const MIN_TOKENS = 100
/** Number of sentences that consecutive chunks share: a 250th of the number of tokens. */
const OVERLAP = Math.floor(MAX_TOKENS * 0.004)

/** Tokens that models add around a text. */
const MARKERS = 2
const ROOM = MAX_TOKENS - estimateTokens(PREFIXES.document) - MARKERS

interface Sentence {
  text: string
  tokens: number
}

/** @returns the chunks of a text in order; empty for a text that is too short */
export function splitIntoChunks(text: string): string[] {
  const sentences = splitIntoSentences(text).map((sentence) => measured(sentence))
  if (tokensOf(sentences) < MIN_TOKENS) return []
  const chunks: Sentence[][] = []
  let chunk: Sentence[] = []
  for (const sentence of sentences) {
    if (tokensOf(chunk) + sentence.tokens > ROOM) {
      chunks.push(chunk)
      const overlap = chunk.slice(-OVERLAP)
      // Chunks without room for the prefix omit it.
      chunk = tokensOf(overlap) + sentence.tokens > ROOM ? [] : overlap
    }
    chunk.push(sentence)
  }
  chunks.push(chunk)
  return chunks.filter(({ length }) => length).map(textOf)
}

function measured(sentence: string): Sentence {
  const tokens = estimateTokens(sentence)
  if (tokens <= ROOM) return { text: sentence, tokens }
  return { text: truncateTokens(sentence, ROOM), tokens: ROOM }
}

function tokensOf(sentences: Sentence[]): number {
  return sentences.reduce((sum, { tokens }) => sum + tokens, 0)
}

function textOf(sentences: Sentence[]): string {
  return sentences.map(({ text }) => text).join(' ')
}
