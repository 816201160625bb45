import { QueryError, place } from './query_error.js'

/** `/s`, `/p`, `/5`, `w/5`: other systems' words for proximity. */
const PROXIMITY = /^w?\/([sp]|\d{1,3})$/i

/** @throws QueryError for a word that asks for proximity the way other systems write it */
export function requireKnownProximity(word: string, at: number): void {
  if (!PROXIMITY.test(word)) return
  throw new QueryError(
    'proximity',
    at,
    `"${word}" at ${place(at)} is not known here.`,
    'Write the words in quotes and how many may be between them: "breach duty"~10.'
  )
}
