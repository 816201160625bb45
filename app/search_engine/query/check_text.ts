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

/** `/s`, `/p`, `/5`, `w/5`: connectors. */
const PROXIMITY = /^w?\/([sp]|\d{1,3})$/i
/** Any connector, between spaces. */
const CONNECTORS = /(^|\s)(?:(?:w|pre|onear|near)?\/|\+)(?:[sp]|sent|para|\d{1,3})(\s|$)/i

/** @throws QueryError for connectors, which have no meaning in a literal text */
function requireKnownProximity(word: string, at: number): void {
  if (!PROXIMITY.test(word)) return
  throw new QueryError(
    'proximity',
    at,
    `"${word}" at ${place(at)} is not supported here.`,
    'Search for words with connectors in q: breach /s duty.'
  )
}

/** Texts without syntax. */

const PLAIN_WORDS = /^[^:"()[\]{}~*?!|%\\]+$/
const OPERATORS = /(^|\s)(AND|OR|NOT|-\S+)(\s|$)/

/** Whether a part of a query has only words: no operators, fields, or wildcards. */
export function isPlainText(text: string): boolean {
  return PLAIN_WORDS.test(text) && !OPERATORS.test(text) && !CONNECTORS.test(text)
}
