/** Texts that are read literally: citations and docket numbers. They aren't parsed as queries, but pass the same checks. */
import { prepare } from './balance.js'
import { requireAllowedPattern } from './patterns.js'
import { placesIn } from './places.js'
import { QueryError, place } from './query_error.js'

/** Quoted phrases, and words outside of quotes. */
const PARTS = /"(?:\\.|[^"\\])*"|(?:\\.|[^ ()"])+/g

/** @throws QueryError for text that isn't allowed in any search (search.md 4.6) */
export function checkText(text: string): void {
  const plain = prepare(text)
  const placeOf = placesIn(plain)
  for (const { 0: part, index } of plain.matchAll(PARTS)) {
    if (part.startsWith('"')) continue
    requireKnownProximity(part, placeOf(index))
    requireAllowedPattern(part, placeOf(index))
  }
}

/** `/s`, `/p`, `/5`, `w/5`: proximity operators of other systems. */
const PROXIMITY = /^w?\/([sp]|\d{1,3})$/i

/** @throws QueryError for proximity syntax of other systems */
export function requireKnownProximity(word: string, at: number): void {
  if (!PROXIMITY.test(word)) return
  throw new QueryError(
    'proximity',
    at,
    `"${word}" at ${place(at)} is not a supported operator.`,
    'Put the words in quotes, followed by the maximum distance: "breach duty"~10.'
  )
}

/** Texts without syntax. */

const PLAIN_WORDS = /^[^:"()[\]{}~*?!|%\\]+$/
const OPERATORS = /(^|\s)(AND|OR|NOT|-\S+)(\s|$)/

/** Whether a part of a query has only words: no operators, fields, or wildcards. */
export function isPlainText(text: string): boolean {
  return PLAIN_WORDS.test(text) && !OPERATORS.test(text)
}
