/**
 * Deterministic random numbers: the same seed gives the same archive.
 */

/** Mulberry32: small, fast, and even enough for test data. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /**
   * Numbers of one row, the same in whatever order rows are made. Tables
   * know each other's rows through it: who draws from the same stream and
   * index draws the same.
   *
   * @param seed of the archive
   * @param stream what the numbers are for
   * @param index of the row
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

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)]!
  }

  /** An index below `size` by Zipf's law: small ones are frequent. */
  zipf(size: number): number {
    return Math.min(size - 1, Math.floor(Math.exp(this.next() * Math.log(size + 1))) - 1)
  }
}

/** Spreads neighbouring numbers over all 32 bits; the last step of MurmurHash3. */
function scramble(number: number): number {
  let mixed = number
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
