/**
 * The semantic search options of a request: the parameters `semantic` and
 * `chunks`, and the body of a POST (search.md 8).
 */
import { InvalidValues } from '#app/support/domain_error'
import type { SearchTypeDefinition, SemanticSettings } from '../define_search_type.js'
import { phraseFilter, type ParsedQuery } from '#app/search_engine/query/parse_query'
import { textForMeaning } from '#app/search_engine/query/parse_question'
import { and, type QueryTree } from '#app/search_engine/query/tree'
import { normalise } from '#app/search_engine/embeddings/embedder'
import { DIMENSIONS } from '#app/search_engine/embeddings/models'

/** Maximum number of passages per result. */
export const MAX_CHUNKS = 5

export type SemanticType = SearchTypeDefinition & { semantic: SemanticSettings }

export interface SemanticRequest {
  type: SemanticType
  /** A text to embed, or a vector from the client. */
  meaning: string | Float32Array
  phrases: QueryTree | null
  /** Passages per result. */
  chunks: number
}

export interface SemanticInput {
  /** The value of a parameter; undefined if missing or empty. */
  get: (name: string) => string | undefined
  type: SearchTypeDefinition
  /** As entered. */
  q: string
  query: Pick<ParsedQuery, 'quotedPhrases' | 'textOutsideQuotes'>
  /** Body of a POST; undefined for GET. */
  body?: { json: unknown }
}

/**
 * @returns null for a keyword search
 * @throws InvalidValues naming the invalid parameter or field
 * @throws QueryError for a text that is too long
 */
export function readSemantic({ get, type, q, query, body }: SemanticInput): SemanticRequest | null {
  if (!isSemantic(type)) {
    if (!body) return null
    throw new InvalidValues({
      type: [`POST is for semantic search, which type ${type.code} does not support. Use GET.`],
    })
  }
  const asked = flag(get('semantic'))
  const chunks = countOf(get('chunks'))
  if (body && asked === false)
    throw new InvalidValues({
      semantic: ['POST is for semantic search only. Omit semantic or set it to true.'],
    })
  const phrases = phrasesOf(query.quotedPhrases, type.semantic.field)
  if (body) return { type, phrases, chunks: chunks ?? 0, meaning: readEmbedding(body.json) }
  if (!asked) {
    if (chunks === undefined) return null
    throw new InvalidValues({
      chunks: ['Only semantic searches support chunks. Add semantic=true.'],
    })
  }
  if (query.textOutsideQuotes === '') return null
  return { type, phrases, chunks: chunks ?? 0, meaning: textForMeaning(q) }
}

/** Whether semantic search is requested, if the type supports it; `q` is then a natural-language question. */
export function isSemanticRequested(get: SemanticInput['get'], method: string): boolean {
  return method === 'POST' || YES.includes(get('semantic')?.trim().toLowerCase() ?? '')
}

function isSemantic(type: SearchTypeDefinition): type is SemanticType {
  return type.semantic !== undefined
}

const YES = ['true', 'on', '1']

function flag(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined
  const word = text.trim().toLowerCase()
  if (YES.includes(word)) return true
  if (['false', 'off', '0'].includes(word)) return false
  throw new InvalidValues({ semantic: [`Enter true or false, not "${text.slice(0, 40)}".`] })
}

function countOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const count = Number(text)
  if (/^\s*\d+\s*$/.test(text) && count >= 1 && count <= MAX_CHUNKS) return count
  throw new InvalidValues({
    chunks: [`Enter a whole number from 1 to ${MAX_CHUNKS}, not "${text.slice(0, 40)}".`],
  })
}

/** All phrases as entered; phrases without words are ignored. */
function phrasesOf(quoted: string[], field: string): QueryTree | null {
  const trees = quoted
    .map((phrase) => phraseFilter(phrase, field))
    .filter(({ op }) => op !== 'none')
  const tree = and(...trees)
  return tree.op === 'all' ? null : tree
}

/**
 * @returns the vector, normalized to length 1
 * @throws InvalidValues with messages for `embedding`
 */
function readEmbedding(body: unknown): Float32Array {
  const embedding = isObject(body) ? body.embedding : undefined
  if (embedding === undefined) throw wrong(['This field is required.'])
  if (embedding === null) throw wrong(['This field may not be null.'])
  if (!Array.isArray(embedding))
    throw wrong([`Expected a list of ${DIMENSIONS} numbers, not ${kindOf(embedding)}.`])
  if (embedding.length < DIMENSIONS)
    throw wrong([`Ensure this field has at least ${DIMENSIONS} elements.`])
  if (embedding.length > DIMENSIONS)
    throw wrong([`Ensure this field has no more than ${DIMENSIONS} elements.`])
  const strange = embedding.flatMap((value: unknown, at) => (Number.isFinite(value) ? [] : [at]))
  if (strange.length)
    throw wrong(Object.fromEntries(strange.map((at) => [at, ['A valid number is required.']])))
  const vector = normalise(embedding as number[])
  if (!vector) throw wrong(['Ensure this field has a number other than 0.'])
  return vector
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function kindOf(value: unknown): string {
  return isObject(value) ? 'an object' : `a ${typeof value}`
}

function wrong(messages: string[] | Record<string, string[]>): InvalidValues {
  return new InvalidValues({ embedding: messages })
}
