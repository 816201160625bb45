/** Docket numbers: `1:21-cv-01234-ABC-DEF` and its other spellings (search.md 4.2). */
import type { FieldAnalyzer } from '#app/search_engine/query/language'
import { analyse } from '#app/search_engine/analysis/analyse'

/** Office, year, type, number, and the initials of judges. */
const FULL = /^(?:[a-z0-9]{1,2}:)?(\d{2}|\d{4})-([a-z]{2,4})-(\d{1,7})(?:-[a-z0-9]{1,6}){0,4}$/i
/** `21cv01234`, `1:21cv1234`. */
const JOINED =
  /^(?:[a-z0-9]{1,2}:)?(\d\d)-?(?!st|nd|rd|th)([a-z]{2})-?(\d{3,7})(?:-[a-z0-9]{1,6}){0,4}$/i
/** `21-1234` */
const SHORT = /^(\d\d)-(\d{3,6})$/
/** Marks a sentence or a list leaves at a number. */
const TRAILING = /[.,;:]+$/

/**
 * The words of a docket number without the office before it and the judges'
 * initials after it: year, type and number. Null if it has not the shape of one.
 */
export function docketNumberWords(text: string): string[] | null {
  const trimmed = text.trim().replace(TRAILING, '')
  const match = FULL.exec(trimmed) ?? JOINED.exec(trimmed) ?? SHORT.exec(trimmed)
  return match && analyse(match.slice(1).join('-')).exact
}

export default { field: 'docketNumber', words: docketNumberWords } satisfies FieldAnalyzer
