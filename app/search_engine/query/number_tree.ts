/** Docket numbers of queries, compared part by part with those of a field. */
import {
  asDocketNumber,
  readDocketNumbers,
  listDocketNumberLookupKeys,
  type DocketNumber,
} from '#app/support/docket_number'
import { analyse } from '../analysis/analyse.js'
import { type QueryTree, and, or } from './tree.js'

const NO_NUMBERS = { numbers: [], rest: [] }

/** The query tree of a text for a field of docket numbers; null for a text without words. */
export function numbersTree(text: string, fields: string[]): QueryTree | null {
  const { numbers, rest } = readDocketNumbers(text)
  if (!numbers.length) return wordsInOrder(text, fields)
  const others = rest.map((run) => wordsInOrder(run, fields)).filter((tree) => tree !== null)
  return and(...numbers.map((number) => numberTree(number, fields)), ...others)
}

/** The tree of a word that looks like a docket number, for any field; null for other words. */
export function lookalikeTree(text: string, fields: string[]): QueryTree | null {
  const number = fields.length ? asDocketNumber(text) : null
  return number && numberTree(number, fields)
}

/**
 * The tree of a quoted docket number, which must match its type; null for other texts. Without
 * a type, it is also searched as written: `"21-1234"` is not `21-cv-1234`.
 *
 * @param isNamed whether the query names the field
 */
export function quotedNumberTree(
  text: string,
  fields: string[],
  isNamed: boolean
): QueryTree | null {
  const { numbers, rest } = isNamed || asDocketNumber(text) ? readDocketNumbers(text) : NO_NUMBERS
  const asWritten = wordsInOrder(text, fields)
  if (!asWritten || !numbers.length) return null
  const trees = numbers.map((one) => numberTree(one, fields, true))
  const areTyped = !rest.length && numbers.every(({ type }) => type !== null)
  return areTyped ? and(...trees) : and(asWritten, ...trees)
}

/** Number of docket number parts, or words, in a text. */
export function countNumberParts(text: string): number {
  const { numbers } = readDocketNumbers(text)
  if (!numbers.length) return analyse(text).exact.length
  return numbers.reduce((sum, { type, year }) => sum + 1 + (type ? 1 : 0) + (year ? 1 : 0), 0)
}

function numberTree(number: DocketNumber, fields: string[], exact = false): QueryTree {
  const words = listDocketNumberLookupKeys(number, exact)
  return or(...words.map((word): QueryTree => ({ op: 'word', fields, word, form: 'key' })))
}

function wordsInOrder(text: string, fields: string[]): QueryTree | null {
  const words = analyse(text).exact
  if (!words.length) return null
  return words.length === 1
    ? { op: 'word', fields, word: words[0]!, form: 'exact' }
    : { op: 'phrase', fields, words, form: 'exact' }
}
