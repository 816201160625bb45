/**
 * Answers kept for ten minutes and shared by everybody (specification,
 * Limits). What changes or goes away takes the answers it stands in with it.
 */

const KEPT = 600_000
const MOST_ENTRIES = 2_000
/** Characters of all answers together. */
const LARGEST = 64_000_000

export interface KeptAnswer {
  json: string
  next: string | null
  previous: string | null
}

interface Entry extends KeptAnswer {
  at: number
  index: string
  /** Keys of the records in it. */
  shown: ReadonlySet<number>
}

export class ResultCache {
  /** Oldest use first. */
  readonly #entries = new Map<string, Entry>()
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

  set(key: string, index: string, shown: Iterable<number>, answer: KeptAnswer): void {
    if (answer.json.length > LARGEST / 100) return
    this.#remove(key)
    this.#add(key, { ...answer, index, shown: new Set(shown), at: this.now() })
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= LARGEST && this.#entries.size <= MOST_ENTRIES) break
      this.#remove(oldest)
    }
  }

  /** Forgets the answers in which one of these records stands; all of the index when no keys are given. */
  forget(index: string, keys?: Iterable<number>): void {
    const gone = keys && [...keys]
    for (const [key, entry] of this.#entries) {
      if (entry.index !== index) continue
      if (!gone || gone.some((each) => entry.shown.has(each))) this.#remove(key)
    }
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
