/**
 * The body of a search by POST: `{"embedding": [768 numbers]}` (search.md 8).
 */
import { InvalidValues } from '#app/support/domain_error'
import { DIMENSIONS, normalise } from '#app/search_engine/embeddings/embedder'

/**
 * @returns the vector, scaled to length 1
 * @throws InvalidValues with messages under `embedding`
 */
export function readEmbedding(body: unknown): Float32Array {
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
