/** A span of a text: from `start` to `end`, exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Converts between positions in UTF-16 units, as in JavaScript, and positions
 * in Unicode code points, as in most other languages.
 */
export class CodePoints {
  /** Positions of the low surrogates. */
  readonly #seconds: number[] = []

  constructor(text: string) {
    for (let place = 1; place < text.length; place++)
      if (isLow(text.charCodeAt(place)) && isHigh(text.charCodeAt(place - 1)))
        this.#seconds.push(place)
  }

  /** @param span in UTF-16 units; must not split a surrogate pair */
  span({ start, end }: Span): Span {
    return { start: start - this.#pairsBefore(start), end: end - this.#pairsBefore(end) }
  }

  /** The UTF-16 position of a code point. */
  unit(point: number): number {
    // The code point after pair number n has the number `second - n`.
    return point + this.#first((second, pair) => second - pair > point)
  }

  #pairsBefore(place: number): number {
    return this.#first((second) => second >= place)
  }

  /** Number of the first pair that satisfies a monotonic condition. */
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
