import type { ShownRecord } from '#api/records'
import { htmlText } from '#app/search_engine/analysis/html_text'
import { dateInWords } from '#app/web/dates'
import { bluebookCitation } from './case_citation.js'
import type { ShownDecision } from './load_decision.js'

/** Characters of a text that are looked at. */
const MAX_SOURCE = 2_000

/** A decision in a sentence or two: its citation, court and date, and what it held if a source says so. */
export function descriptionOf(
  { syllabus, summary }: ShownRecord,
  { cited }: ShownDecision
): string {
  const held = htmlText(String(syllabus || summary || '').slice(0, MAX_SOURCE)).trim()
  const decided = `${cited.courtName ? `${cited.courtName}, decided` : 'Decided'} ${dateInWords(cited.decided)}.`
  return `${bluebookCitation(cited)}. ${held || decided}`
}
