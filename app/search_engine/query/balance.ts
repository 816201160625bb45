/** Checks before a query is parsed: its length, its quotes, and its parentheses. */
import { countCharacters, placesIn } from './places.js'
import { QueryError, place } from './query_error.js'
import { DEEPEST_QUERY } from './tree.js'

/** Maximum number of characters of a query. */
export const MAX_QUERY_LENGTH = 10_000

const BLANKS = /[\s\p{Cc}\p{Z}]/gu
const QUOTES = /[“”„‟″＂«»]/g
const APOSTROPHES = /[‘’‛]/g
/** A backslash with nothing after it. */
const LAST_BACKSLASH = /(?<!\\)((?:\\\\)*)\\$/

/**
 * The query with plain quotes and spaces; offsets are unchanged.
 * @throws QueryError if it is too long, or its quotes or parentheses are unbalanced
 */
export function prepare(text: string): string {
  const plain = plainCharacters(text).replace(LAST_BACKSLASH, '$1 ')
  checkPairs(plain)
  return plain
}

/**
 * A question with plain quotes and spaces; offsets are unchanged.
 * @throws QueryError if it is too long, or a quote is not closed
 */
export function prepareQuestion(text: string): string {
  const plain = plainCharacters(text)
  const quotes = plain.split('"').length - 1
  if (quotes % 2) throw notQuoted(placesIn(plain)(plain.lastIndexOf('"')))
  return plain
}

function plainCharacters(text: string): string {
  const length = countCharacters(text)
  if (length > MAX_QUERY_LENGTH) {
    throw new QueryError(
      'too long',
      MAX_QUERY_LENGTH,
      `The query has ${length} characters; the maximum is ${MAX_QUERY_LENGTH}.`,
      'Shorten the query.'
    )
  }
  return text.replace(BLANKS, ' ').replace(QUOTES, '"').replace(APOSTROPHES, "'")
}

function checkPairs(text: string) {
  const placeOf = placesIn(text)
  const open: number[] = []
  let quote: number | null = null
  let stray: number | null = null
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === '"') quote = quote === null ? at : null
    else if (quote !== null) continue
    else if (character === '(') open.push(at)
    else if (character === ')' && open.pop() === undefined) stray ??= at
    if (open.length > DEEPEST_QUERY) throw tooDeep(placeOf(at))
  }
  if (stray !== null) throw notOpened(placeOf(stray))
  if (open.length) throw notClosed(placeOf(open.at(-1)!))
  if (quote !== null) throw notQuoted(placeOf(quote))
}

function notClosed(at: number) {
  return new QueryError(
    'parentheses',
    at,
    `The "(" at ${place(at)} has no matching ")".`,
    'Add a ")" after its group, or put it in quotes.'
  )
}

function notOpened(at: number) {
  return new QueryError(
    'parentheses',
    at,
    `The ")" at ${place(at)} has no matching "(".`,
    'Add a "(" before its group, or remove it.'
  )
}

function notQuoted(at: number) {
  return new QueryError(
    'quotes',
    at,
    `The quote at ${place(at)} has no matching quote.`,
    'Add a quote at the end of the phrase, or remove this one.'
  )
}

export function tooDeep(at: number) {
  return new QueryError(
    'too deep',
    at,
    `The query is nested too deeply at ${place(at)}; the maximum is ${DEEPEST_QUERY} levels.`,
    'Remove unnecessary parentheses.'
  )
}
