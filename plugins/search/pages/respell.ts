/** Spelling suggestions for searches without results. */
import { readSearch } from '#app/search/request/search_request'
import { today } from '#app/search/search_service'
import { SearchTooBroad } from '#app/search_engine/engine'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import type { SearchServices } from '../services.js'
import { cachePageResult } from '../result_cache.js'

/** Queries of plain words; queries with syntax get no suggestions. */
const PLAIN = /^[\p{L}\p{N}\s.,'’&-]+$/u
const WORD = /\p{L}{4,}/gu
const MOST_WORDS = 6
/** Timeout of each search in milliseconds. */
const DEADLINE = 1000

/**
 * Replaces unknown words of a query with similar words of the index.
 *
 * @returns undefined if no word is misspelled or no similar word exists
 */
export async function respelled(
  q: string,
  type: SearchTypeDefinition,
  services: SearchServices
): Promise<string | undefined> {
  if (!PLAIN.test(q)) return undefined
  const place = { key: `spelled ${type.code} ${q}`, index: type.index }
  try {
    const { found: meant } = await cachePageResult(services, place, () => spell(q, type, services))
    return meant ?? undefined
  } catch {
    // Suggestions are optional: the index may be unavailable or busy.
    return undefined
  }
}

async function spell(
  q: string,
  type: SearchTypeDefinition,
  services: SearchServices
): Promise<string | null> {
  const words = [...new Set(q.match(WORD))].slice(0, MOST_WORDS)
  const meant = await Promise.all(words.map((word) => nearest(word, type, services)))
  const changes = new Map(words.flatMap((word, at) => (meant[at] ? [[word, meant[at]]] : [])))
  if (!changes.size) return null
  return q.replace(WORD, (word) => changes.get(word) ?? word)
}

/** Returns the most frequent similar word in the best results; undefined if the word has results. */
async function nearest(
  word: string,
  type: SearchTypeDefinition,
  services: SearchServices
): Promise<string | undefined> {
  try {
    if (await found(word, type, services)) return undefined
    for (const edits of word.length > 6 ? [1, 2] : [1]) {
      const marked = await markedBy(`${word}~${edits}`, type, services)
      const [first] = [...marked].sort(([, one], [, other]) => other - one)
      if (first) return first[0]
    }
  } catch (error) {
    if (!(error instanceof SearchTooBroad)) throw error
  }
  return undefined
}

const request = async (q: string, type: SearchTypeDefinition, services: SearchServices) =>
  readSearch(
    new Map(Object.entries({ q: [q], type: [type.code], highlight: ['on'], stat_all: ['on'] })),
    services.declarations,
    { strict: false, context: await services.context(q) }
  )

async function found(word: string, type: SearchTypeDefinition, services: SearchServices) {
  const counting = { count: true, countUpTo: 0, size: 0, children: 0 }
  const options = { ...counting, today: today(), deadline: DEADLINE }
  return (await services.service.find(await request(word, type, services), options)).count! > 0
}

/** Returns the highlighted words in the results of a query with their frequencies. */
async function markedBy(q: string, type: SearchTypeDefinition, services: SearchServices) {
  const { results } = await services.service.page(await request(q, type, services), {
    count: false,
    deadline: DEADLINE,
  })
  const marked = new Map<string, number>()
  const text = JSON.stringify(results)
  for (const [, word] of text.matchAll(/<mark>(\p{L}+)<\/mark>/gu)) {
    const lower = word!.toLowerCase()
    marked.set(lower, (marked.get(lower) ?? 0) + 1)
  }
  return marked
}
