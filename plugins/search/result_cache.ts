/**
 * Answers kept for ten minutes and shared by everybody (specification,
 * Limits). A change of an index takes the answers that came from it along.
 */

const KEPT = 600_000
const MOST_ENTRIES = 2_000
/** Characters of all answers together. */
const LARGEST = 64_000_000

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
  /** Oldest use first. */
  readonly #entries = new Map<string, Entry>()
  /** How often each index has changed. */
  readonly #changes = new Map<string, number>()
  #size = 0

  constructor(readonly now: () => number = Date.now) {}

  /** An answer and its age in whole seconds. */
  get(key: string): (KeptAnswer & { age: number }) | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    const age = this.now() - entry.at
    this.#remove(key)
    if (age >= KEPT) return undefined
    this.#add(key, entry)
    return { ...entry, age: Math.floor(age / 1000) }
  }

  /** To be asked for before an answer is looked for, and handed to `set` with it. */
  stateOf(index: string): number {
    return this.#changes.get(index) ?? 0
  }

  /** Keeps an answer, unless its index has changed while it was looked for. */
  set(key: string, index: string, state: number, answer: KeptAnswer): void {
    if (answer.json.length > LARGEST / 100 || state !== this.stateOf(index)) return
    this.#remove(key)
    this.#add(key, { ...answer, index, at: this.now() })
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= LARGEST && this.#entries.size <= MOST_ENTRIES) break
      this.#remove(oldest)
    }
  }

  /** Forgets the answers that came from an index. */
  forget(index: string): void {
    this.#changes.set(index, this.stateOf(index) + 1)
    for (const [key, entry] of this.#entries) if (entry.index === index) this.#remove(key)
  }

  #add(key: string, entry: Entry): void {
    this.#entries.set(key, entry)
    this.#size += entry.json.length
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#size -= entry.json.length
  }
}
