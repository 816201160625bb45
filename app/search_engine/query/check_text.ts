/** Texts that are read literally: citations and docket numbers. Their words are no query, but pass its checks. */
import { prepare } from './balance.js'
import { requireAllowedPattern } from './patterns.js'
import { placesIn } from './places.js'
import { requireKnownProximity } from './proximity.js'

/** What is in quotes, and words outside of them. */
const PARTS = /"(?:\\.|[^"\\])*"|(?:\\.|[^ ()"])+/g

/** @throws QueryError for what no text of a search may hold (search.md 4.6) */
export function checkText(text: string): void {
  const plain = prepare(text)
  const placeOf = placesIn(plain)
  for (const { 0: part, index } of plain.matchAll(PARTS)) {
    if (part.startsWith('"')) continue
    requireKnownProximity(part, placeOf(index))
    requireAllowedPattern(part, placeOf(index))
  }
}
