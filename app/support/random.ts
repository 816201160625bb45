/** Deterministic random numbers: the same seed creates the same archive. */

/** Mulberry32: small, fast, and sufficiently uniform for test data. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /**
   * The random numbers of a row, independent of the order in which rows are created. Tables
   * that use the same stream and index get the same numbers, so they can refer to each other's
   * rows.
   *
   * @param seed the archive's seed
   * @param stream purpose of the numbers
   * @param index number of the row
   */
  static of(seed: number, stream: number, index: number): Random {
    return new Random(scramble((scramble(scramble(seed ^ 0x9e3779b9) ^ stream) + index) >>> 0))
  }

  /** At least 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number from `least` to `most`, inclusive. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)]!
  }

  /** An index below `size` that follows Zipf's law: small indexes are frequent. */
  zipf(size: number): number {
    return Math.min(size - 1, Math.floor(Math.exp(this.next() * Math.log(size + 1))) - 1)
  }
}

/** Spreads adjacent numbers over all 32 bits; the final step of MurmurHash3. */
function scramble(number: number): number {
  let mixed = number
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
