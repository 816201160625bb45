/** Where something is in a text: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Translates between places in UTF-16 units, as JavaScript counts, and places
 * in Unicode code points, as most other languages do.
 */
export class CodePoints {
  /** Where the second half of each surrogate pair is. */
  readonly #seconds: number[] = []

  constructor(text: string) {
    for (let place = 1; place < text.length; place++)
      if (isLow(text.charCodeAt(place)) && isHigh(text.charCodeAt(place - 1)))
        this.#seconds.push(place)
  }

  /** @param span in UTF-16 units, which cuts no surrogate pair apart. */
  span({ start, end }: Span): Span {
    return { start: start - this.#pairsBefore(start), end: end - this.#pairsBefore(end) }
  }

  /** The place in UTF-16 units where a code point begins. */
  unit(point: number): number {
    // Of the pair with the number n, the code point after it has the number `second - n`.
    return point + this.#first((second, pair) => second - pair > point)
  }

  #pairsBefore(place: number): number {
    return this.#first((second) => second >= place)
  }

  /** Number of the first pair for which something holds, as for all after it. */
  #first(holds: (second: number, pair: number) => boolean): number {
    let low = 0
    let high = this.#seconds.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (holds(this.#seconds[middle]!, middle)) high = middle
      else low = middle + 1
    }
    return low
  }
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}
