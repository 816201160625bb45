import { LRUCache } from 'lru-cache'

/**
 * What was made lately, by what it was made from. Hostile parameters must
 * not fill the memory: the least recently used entry is evicted.
 */
export class Recent<T extends NonNullable<unknown>> {
  readonly #made: LRUCache<string, T>

  /** @param max entries */
  constructor(max: number) {
    this.#made = new LRUCache({ max })
  }

  /** What was made for this key before, or what `make` makes. */
  get(key: string, make: () => T): T {
    const known = this.#made.get(key)
    if (known !== undefined) return known
    const made = make()
    this.#made.set(key, made)
    return made
  }
}
