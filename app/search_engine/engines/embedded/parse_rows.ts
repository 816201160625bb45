/** Row IDs from a text of many: they are too long for a JavaScript number, and too many to read one by one. */
import { MAX_CHILDREN } from './row_id.js'

/** Where matching rows are, in the order of the text. */
export interface Rows {
  places: Float64Array
  ordinals: Uint32Array
}

const COMMA = 44
const ZERO = 48
/** Digits of the lower of two numbers that a row ID is read as: 10⁹ is 2⁹ · 1,953,125. */
const LOW_DIGITS = 9
const BITS = 2 ** LOW_DIGITS
const FIVES = 5 ** LOW_DIGITS
const ORDINALS = MAX_CHILDREN + 1

/**
 * Reads row IDs as SQLite writes them, with commas between.
 *
 * @param text `140737488355328,140737488093184`, or empty
 */
export function parseRows(text: string): Rows {
  const { length } = text
  let count = length ? 1 : 0
  for (let at = 0; at < length; at++) if (text.charCodeAt(at) === COMMA) count++
  const rows = { places: new Float64Array(count), ordinals: new Uint32Array(count) }
  let start = 0
  for (let row = 0; row < count; row++) {
    const comma = text.indexOf(',', start)
    const end = comma < 0 ? length : comma
    const high = numberIn(text, start, end - LOW_DIGITS)
    const low = numberIn(text, Math.max(start, end - LOW_DIGITS), end)
    // row = high · 2⁹ · 5⁹ + low, where 2⁹ · 2⁹ are the bits of an ordinal.
    const rest = (high % BITS) * (BITS * FIVES) + low
    rows.places[row] = Math.floor(high / BITS) * FIVES + Math.floor(rest / ORDINALS)
    rows.ordinals[row] = rest % ORDINALS
    start = end + 1
  }
  return rows
}

function numberIn(text: string, start: number, end: number): number {
  let value = 0
  for (let at = start; at < end; at++) value = value * 10 + text.charCodeAt(at) - ZERO
  return value
}
