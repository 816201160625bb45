/**
 * Cache of search results for ten minutes, shared by all users (specification,
 * Limits). A change of an index removes its entries; a change of a row
 * invalidates the entries that show it.
 */
import { LRUCache } from 'lru-cache'
import type { ShownRows } from '#app/search/results/row_states'

/** Lifetime in milliseconds. */
const TTL = 600_000
const MAX_ANSWERS = 2_000
/** Maximum total size in characters. */
const MAX_TOTAL_LENGTH = 64_000_000

/** A cache entry; the size of its text limits the cache. */
interface Kept {
  json: string
  /** Rows that it shows. It is valid only while they are unchanged. */
  shown?: ShownRows
}

/** A response of the API. */
export interface KeptAnswer extends Kept {
  next: string | null
  previous: string | null
  /** Number of newest matches that were ranked; null if all were. */
  rankedNewest: number | null
}

/** Results of a page. */
export type KeptPage = Kept

interface Entry<Answer> {
  answer: Answer
  at: number
  index: string
}

export class ResultCache<Answer extends Kept = KeptAnswer> {
  readonly #answers = new LRUCache<string, Entry<Answer>>({
    max: MAX_ANSWERS,
    maxSize: MAX_TOTAL_LENGTH,
    maxEntrySize: MAX_TOTAL_LENGTH / 100,
    sizeCalculation: ({ answer }) => answer.json.length,
  })
  /** Number of changes of each index. */
  readonly #changes = new Map<string, number>()

  /** @param isCurrent whether the rows of an entry are unchanged */
  constructor(
    readonly now: () => number = Date.now,
    readonly isCurrent: (index: string, shown: ShownRows) => Promise<boolean> = async () => true
  ) {}

  /** Returns an entry with its age in whole seconds. */
  get(key: string): { answer: Answer; age: number } | undefined {
    const entry = this.#answers.get(key)
    if (!entry) return undefined
    const age = this.now() - entry.at
    if (age < TTL) return { answer: entry.answer, age: Math.floor(age / 1000) }
    this.#answers.delete(key)
    return undefined
  }

  /** Returns the cached entry with its age in whole seconds, or creates and caches one. */
  async of(
    { key, index }: { key: string; index: string },
    make: () => Promise<Answer>
  ): Promise<{ answer: Answer; age?: number }> {
    const cached = this.get(key)
    const { shown } = cached?.answer ?? {}
    if (cached && (!shown || (await this.isCurrent(index, shown)))) return cached
    const state = this.getIndexState(index)
    const answer = await make()
    this.set(key, index, state, answer)
    return { answer }
  }

  /** Returns the state of an index. Read it before the search and pass it to `set`. */
  getIndexState(index: string): number {
    return this.#changes.get(index) ?? 0
  }

  /** Caches an entry unless its index changed during the search. */
  set(key: string, index: string, state: number, answer: Answer): void {
    if (state !== this.getIndexState(index)) return
    this.#answers.set(key, { answer, index, at: this.now() })
  }

  /** Removes the entries of an index. */
  forget(index: string): void {
    this.#changes.set(index, this.getIndexState(index) + 1)
    for (const [key, entry] of this.#answers.entries())
      if (entry.index === index) this.#answers.delete(key)
  }
}

/**
 * Returns the cached results of a page with their age in whole seconds, or finds and caches them.
 *
 * @param find returns JSON-serializable results; errors are not cached
 * @param shownBy returns the rows that the results show
 */
export async function cachePageResult<Found>(
  { pages }: { pages: ResultCache<KeptPage> },
  place: { key: string; index: string },
  find: () => Promise<Found>,
  shownBy: (found: Found) => ShownRows | undefined = () => undefined
): Promise<{ found: Found; age?: number }> {
  const { answer, age } = await pages.of(place, async () => {
    const found = await find()
    return { json: JSON.stringify(found), shown: shownBy(found) }
  })
  return { found: JSON.parse(answer.json) as Found, age }
}
