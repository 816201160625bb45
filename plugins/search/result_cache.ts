/**
 * Answers kept for ten minutes and shared by everybody (specification,
 * Limits). A change of an index takes the answers that came from it along, and
 * a change of a row those that show it.
 */
import { LRUCache } from 'lru-cache'
import type { ShownRows } from '#app/search/results/row_states'

/** Milliseconds. */
const TTL = 600_000
const MAX_ANSWERS = 2_000
/** Characters of all answers together. */
const MAX_TOTAL_LENGTH = 64_000_000

/** What is kept; its text is what its size is measured by. */
interface Kept {
  json: string
  /** Rows it shows: it is kept only while they stay as they were. */
  shown?: ShownRows
}

/** An answer of the API. */
export interface KeptAnswer extends Kept {
  next: string | null
  previous: string | null
  /** How many of the newest matches were ranked; null: all. */
  rankedNewest: number | null
}

/** What a page found. */
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
  /** How often each index has changed. */
  readonly #changes = new Map<string, number>()

  /** @param isCurrent whether the rows of an answer are as they were */
  constructor(
    readonly now: () => number = Date.now,
    readonly isCurrent: (index: string, shown: ShownRows) => Promise<boolean> = async () => true
  ) {}

  /** An answer and its age in whole seconds. */
  get(key: string): { answer: Answer; age: number } | undefined {
    const entry = this.#answers.get(key)
    if (!entry) return undefined
    const age = this.now() - entry.at
    if (age < TTL) return { answer: entry.answer, age: Math.floor(age / 1000) }
    this.#answers.delete(key)
    return undefined
  }

  /** The kept answer with its age in whole seconds, or, without one, what is made now and kept. */
  async of(
    { key, index }: { key: string; index: string },
    make: () => Promise<Answer>
  ): Promise<{ answer: Answer; age?: number }> {
    const kept = this.get(key)
    const { shown } = kept?.answer ?? {}
    if (kept && (!shown || (await this.isCurrent(index, shown)))) return kept
    const state = this.stateOf(index)
    const answer = await make()
    this.set(key, index, state, answer)
    return { answer }
  }

  /** To be asked for before an answer is looked for, and handed to `set` with it. */
  stateOf(index: string): number {
    return this.#changes.get(index) ?? 0
  }

  /** Keeps an answer, unless its index has changed while it was looked for. */
  set(key: string, index: string, state: number, answer: Answer): void {
    if (state !== this.stateOf(index)) return
    this.#answers.set(key, { answer, index, at: this.now() })
  }

  /** Forgets the answers that came from an index. */
  forget(index: string): void {
    this.#changes.set(index, this.stateOf(index) + 1)
    for (const [key, entry] of this.#answers.entries())
      if (entry.index === index) this.#answers.delete(key)
  }
}
