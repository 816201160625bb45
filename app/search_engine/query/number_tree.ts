/** Docket numbers of queries, compared part by part with those of a field. */
import {
  asDocketNumber,
  readDocketNumbers,
  listDocketNumberLookupKeys,
  listDocketPatternKeys,
  type DocketNumber,
} from '#app/support/docket_number'
import { analyse } from '../analysis/analyse.js'
import { patternLeaf } from './patterns.js'
import { QueryError, place } from './query_error.js'
import type { Syntax } from './syntax.js'
import { type QueryTree, ALL, NONE, and, or } from './tree.js'
import { shorten } from './values.js'

const NO_NUMBERS = { numbers: [], rest: [] }

const WILDCARD = /(?:^|[^\\])[*?]/
/** Texts that begin like a docket number: `17-cv-86*`, `1:17*`, `CV-17-86*`. */
const OPENING = /^(?:[a-z0-9*?]{1,2}:|\*)?(?:(?:\d\d(?:\d\d)?|(?<=:)\*)[-a-z]|[a-z]{1,5}-?\d\d-)/i

/**
 * The value of a docket number parameter: numbers, and words with wildcards.
 *
 * @throws QueryError for a wildcard in place of a part of a number
 */
export function numberParameterTree(text: string, field: string): QueryTree {
  if (!WILDCARD.test(text)) return numbersTree(text, [field]) ?? (text.trim() ? NONE : ALL)
  const trees: QueryTree[] = []
  const words = text.matchAll(/[^\s,;"()]+/g)
  const plain: string[] = []
  for (const { 0: word, index } of words) {
    if (!WILDCARD.test(word)) plain.push(word)
    else
      trees.push(
        numberPatternTree(word, index, [field]) ?? patternLeaf(word, index, [field]) ?? ALL
      )
  }
  return and(...trees, numbersTree(plain.join(' '), [field]) ?? ALL)
}

/**
 * The tree of a docket number with `*` in place of whole parts, `1:17-cv-*`; null for other words
 * with wildcards.
 *
 * @throws QueryError for a wildcard in place of a part of a number
 */
export function numberPatternTree(text: string, at: number, fields: string[]): QueryTree | null {
  const words = fields.length ? listDocketPatternKeys(text) : null
  if (words)
    return or(...words.map((word): QueryTree => ({ op: 'word', fields, word, form: 'key' })))
  if (!fields.length || !OPENING.test(text)) return null
  throw new QueryError(
    'wildcard',
    at,
    `"${shorten(text)}" at ${place(at)} has a wildcard within a part of a docket number.`,
    'Use * for a whole part: 1:17-cv-* or *:17-cv-08603.'
  )
}

/** Maximum number of words of a docket number: `Civ. A. No. 81-1234 ABC DEFx`. */
const MAX_NUMBER_WORDS = 7
const DIGIT = /^\d/
const FIRST_WORD = /^(?:\d{2,4}|\d{1,2}:|s\d{1,2}$|c$|[a-z]{2,8}\.?$|[a-z]\.)/i

/** A docket number of several bare words, such as `17 Civ. 8603`, and its number of words. */
export interface NumberRun {
  length: number
  tree: QueryTree
}

/** The longest run of bare words from an index on that is a docket number with a type, or null. */
export function findNumberRun(
  of: Syntax[],
  from: number,
  fields: string[],
  isNamed: boolean
): NumberRun | null {
  const first = wordAt(of, from)
  if (!fields.length || first === undefined || !FIRST_WORD.test(first)) return null
  let text = first
  let longest: NumberRun | null = null
  for (let length = 2; length <= MAX_NUMBER_WORDS; length++) {
    const word = wordAt(of, from + length - 1)
    if (word === undefined) break
    text += ` ${word}`
    const { numbers, rest } = readDocketNumbers(text)
    const [number] = numbers
    // A year and a known type distinguish `17 Civ. 8603` from two numbers.
    if (numbers.length !== 1 || rest.length || !number!.type || !number!.year) continue
    // `17 Misc. 123` is a citation.
    if (!isNamed && number!.type === 'mc' && DIGIT.test(first)) continue
    longest = { length, tree: numberTree(number!, fields) }
  }
  return longest
}

const wordAt = (of: Syntax[], at: number) => {
  const part = of[at]
  return part?.is === 'word' ? part.text : undefined
}

/** Initials of judges, as courts print them after a number: `(LAK)(KNF)`, `(DEFx)`. */
const JUDGES =
  /\((?!AND\b|OR\b|NOT\b)[A-Z]{1,4}x?(?:[ ,/-]{1,2}(?!AND\b|OR\b|NOT\b)[A-Z]{1,4}x?){0,3}\)/g

/** The text with spaces in place of judges' initials in parentheses after docket numbers. */
export function withoutJudges(text: string): string {
  if (!text.includes('(')) return text
  let plain = text
  for (const { start, end, type } of readDocketNumbers(text).numbers) {
    if (type === null) continue
    const blanked = text.slice(start, end).replaceAll(JUDGES, (found) => ' '.repeat(found.length))
    plain = plain.slice(0, start) + blanked + plain.slice(end)
  }
  return plain
}

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
