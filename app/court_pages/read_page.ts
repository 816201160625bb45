import { parseCourtPage } from './court_page.js'
import { decodePage } from './decode.js'
import { CourtPageError } from './page_error.js'
import type { ParsedPage } from './page_kinds.js'
import { pageOutcome, type PageOutcome } from './page_outcomes.js'

/**
 * What became of a page: its kind and result, or what it says in place of the page asked for;
 * `unknown` when it says nothing known, `unreadable` when it cannot be read at all.
 */
export type PageReading = ParsedPage | { outcome: PageOutcome | 'unknown' | 'unreadable' }

/**
 * Recognizes and parses what a court sent, and names what it is when that is none of the kinds.
 *
 * @param bytes a page, a feed, an answer in JSON or XML, or a message with its headers
 * @param court the court's ID in the system
 */
export async function readPage(bytes: Uint8Array, court: string): Promise<PageReading> {
  try {
    const parsed = await parseCourtPage(bytes, court)
    return parsed ?? { outcome: pageOutcome(decodePage(bytes)) ?? 'unknown' }
  } catch (error) {
    if (error instanceof CourtPageError) return { outcome: 'unreadable' }
    throw error
  }
}
