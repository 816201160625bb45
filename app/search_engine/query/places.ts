/** Positions in a text counted in characters: a surrogate pair is one character. */

const TAKES_TWO_UNITS = /[\ud800-\udbff]/

/** Number of characters of a text. */
export function countCharacters(text: string): number {
  return TAKES_TWO_UNITS.test(text) ? [...text].length : text.length
}

/** Counts the characters before an offset of a text. */
export function placesIn(text: string): (offset: number) => number {
  if (!TAKES_TWO_UNITS.test(text)) return (offset) => offset
  // Counted once, because a query may have thousands of words, each with a position.
  const before = new Uint32Array(text.length + 1)
  let offset = 0
  let count = 0
  for (const character of text) {
    before.fill(count++, offset, offset + character.length)
    offset += character.length
  }
  before[offset] = count
  return (at) => before[at]!
}
