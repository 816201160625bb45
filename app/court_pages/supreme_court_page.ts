import type { SupremeCourtDocket } from './supreme_court_docket.js'
import { readSectionedDocket } from './supreme_court_html.js'
import { readTildeDocket } from './supreme_court_old_html.js'
import { parseHtml } from './tree.js'

/** Whether a page is a docket of the Supreme Court, of any of its layouts. */
export const isSupremeCourtPage = (source: string): boolean =>
  /docketinfo/i.test(source) ? /\bid=["']?proceedings/i.test(source) : /~~Date~/.test(source)

/**
 * A docket page of the Supreme Court: cards (2018 and later), tables with IDs (2017), and
 * tables headed by tildes (before).
 *
 * @param source the page
 * @returns the docket, or null when the page is none
 */
export function parseSupremeCourtPage(source: string): SupremeCourtDocket | null {
  if (!isSupremeCourtPage(source)) return null
  const root = parseHtml(source)
  return readSectionedDocket(root) ?? readTildeDocket(root)
}
