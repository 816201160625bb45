/**
 * Answers kept for ten minutes and shared by everybody (specification,
 * Limits). A change of an index takes the answers that came from it along.
 */
import { LRUCache } from 'lru-cache'

/** Milliseconds. */
const TTL = 600_000
const MAX_ANSWERS = 2_000
/** Characters of all answers together. */
const MAX_TOTAL_LENGTH = 64_000_000

export interface KeptAnswer {
  json: string
  next: string | null
  previous: string | null
  /** How many of the newest matches were ranked; null: all. */
  rankedNewest: number | null
}

interface Entry extends KeptAnswer {
  at: number
  index: string
}

export class ResultCache {
  readonly #answers = new LRUCache<string, Entry>({
    max: MAX_ANSWERS,
    maxSize: MAX_TOTAL_LENGTH,
    maxEntrySize: MAX_TOTAL_LENGTH / 100,
    sizeCalculation: ({ json }) => json.length,
  })
  /** How often each index has changed. */
  readonly #changes = new Map<string, number>()

  constructor(readonly now: () => number = Date.now) {}

  /** An answer and its age in whole seconds. */
  get(key: string): (KeptAnswer & { age: number }) | undefined {
    const entry = this.#answers.get(key)
    if (!entry) return undefined
    const age = this.now() - entry.at
    if (age < TTL) return { ...entry, age: Math.floor(age / 1000) }
    this.#answers.delete(key)
    return undefined
  }

  /** To be asked for before an answer is looked for, and handed to `set` with it. */
  stateOf(index: string): number {
    return this.#changes.get(index) ?? 0
  }

  /** Keeps an answer, unless its index has changed while it was looked for. */
  set(key: string, index: string, state: number, answer: KeptAnswer): void {
    if (state !== this.stateOf(index)) return
    this.#answers.set(key, { ...answer, index, at: this.now() })
  }

  /** Forgets the answers that came from an index. */
  forget(index: string): void {
    this.#changes.set(index, this.stateOf(index) + 1)
    for (const [key, entry] of this.#answers.entries())
      if (entry.index === index) this.#answers.delete(key)
  }
}
