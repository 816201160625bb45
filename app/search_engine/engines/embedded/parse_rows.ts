/**
 * Parses many row IDs from one text: they are too large for a JavaScript number, and reading
 * them one by one is too slow.
 */
import { MAX_CHILDREN } from './row_id.js'

/** Locations of matching rows, in the order of the text. */
export interface Rows {
  places: Float64Array
  ordinals: Uint32Array
}

const COMMA = 44
const ZERO = 48
/**
 * Number of digits of the lower of the two numbers that a row ID is parsed as: 10⁹ is 2⁹ ·
 * 1,953,125.
 */
const LOW_DIGITS = 9
const BITS = 2 ** LOW_DIGITS
const FIVES = 5 ** LOW_DIGITS
const ORDINALS = MAX_CHILDREN + 1

/**
 * Parses comma-separated row IDs as SQLite writes them.
 *
 * @param text `140737488355328,140737488093184`, or empty
 */
export function parseRows(text: string): Rows {
  const signs = Buffer.from(text, 'latin1')
  const { length } = signs
  let count = length ? 1 : 0
  for (let at = 0; at < length; at++) if (signs[at] === COMMA) count++
  const rows = { places: new Float64Array(count), ordinals: new Uint32Array(count) }
  let start = 0
  for (let row = 0; row < count; row++) {
    let end = start
    while (end < length && signs[end] !== COMMA) end++
    const middle = Math.max(start, end - LOW_DIGITS)
    let high = 0
    for (let at = start; at < middle; at++) high = high * 10 + signs[at]! - ZERO
    let low = 0
    for (let at = middle; at < end; at++) low = low * 10 + signs[at]! - ZERO
    // row = high · 2⁹ · 5⁹ + low, where 2⁹ · 2⁹ are the bits of an ordinal.
    const upper = Math.floor(high / BITS)
    const rest = (high - upper * BITS) * (BITS * FIVES) + low
    const place = Math.floor(rest / ORDINALS)
    rows.places[row] = upper * FIVES + place
    rows.ordinals[row] = rest - place * ORDINALS
    start = end + 1
  }
  return rows
}
