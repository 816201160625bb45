import { LRUCache } from 'lru-cache'

/**
 * A cache of the most recently used values. Its size is limited so that hostile parameters
 * can't exhaust memory.
 */
export class Recent<T extends NonNullable<unknown>> {
  readonly #made: LRUCache<string, T>

  /** @param max maximum number of entries */
  constructor(max: number) {
    this.#made = new LRUCache({ max })
  }

  /** Returns the cached value of a key, or creates it with `make`. */
  get(key: string, make: () => T): T {
    const known = this.#made.get(key)
    if (known !== undefined) return known
    const made = make()
    this.#made.set(key, made)
    return made
  }
}
