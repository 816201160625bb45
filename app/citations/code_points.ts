/** Where something is in a text: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Translates places in UTF-16 units, as JavaScript counts, to places in
 * Unicode code points, as most other languages do.
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

  #pairsBefore(place: number): number {
    let low = 0
    let high = this.#seconds.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#seconds[middle]! < place) low = middle + 1
      else high = middle
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
