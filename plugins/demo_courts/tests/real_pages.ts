/** Pages of real courts by kind. They aren't part of the project and are read by tests only. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodePage } from '#app/court_pages/decode'
import { readPage } from '#app/court_pages/read_page'
import type { ParsedPage } from '#app/court_pages/page_kinds'
import { COURT_PAGES } from '#tests/helpers/court_pages'
import type { SimulatedPageKind } from './simulated_pages.js'

/** Folders with pages, below which the kinds have their own. */
const ROOTS = [COURT_PAGES, `${COURT_PAGES}-2`].filter((folder) => existsSync(folder))

export const HAS_REAL_PAGES = ROOTS.length > 0

/** The folder of each kind, and the kind that its pages must be recognized as. */
const SOURCES: Partial<Record<SimulatedPageKind, [folder: string, kind: ParsedPage['kind']]>> = {
  appellate_docket: ['dockets/appellate', 'appellate_docket'],
  appellate_menu: ['appellate_attachment_pages', 'appellate_attachment_menu'],
  appellate_receipt: ['confirmation_pages', 'confirmation_page'],
  attachment_menu: ['attachment_pages', 'attachment_menu'],
  bankruptcy_docket: ['dockets/bankruptcy', 'bankruptcy_docket'],
  case_query: ['case_queries', 'case_query'],
  case_search: ['case_queries_advanced', 'case_search_results'],
  claims_activity: ['claims_activity', 'claims_activity'],
  claims_register: ['claims_registers', 'claims_register'],
  creditors: ['list_of_creditors', 'creditor_list'],
  district_docket: ['dockets/district', 'district_docket'],
  history: ['docket_history_reports', 'history_report'],
  mobile_query: ['mobile_queries', 'mobile_query'],
  opinions: ['free_opinion_report', 'free_opinions_report'],
  receipt: ['confirmation_pages', 'confirmation_page'],
}

/** Kinds with real pages to compare. */
export const COMPARED_KINDS = Object.keys(SOURCES) as SimulatedPageKind[]

/** Whether a page is recognized as its kind, not as an error or another kind. */
export async function isOfKind(
  kind: SimulatedPageKind,
  bytes: Uint8Array,
  court: string
): Promise<boolean> {
  const reading = await readPage(bytes, court)
  return 'kind' in reading && reading.kind === SOURCES[kind]?.[1]
}

/**
 * The real pages of a kind.
 *
 * @param kind of the simulated pages
 * @returns their sources
 */
export async function readRealPages(kind: SimulatedPageKind): Promise<string[]> {
  const [folder, expected] = SOURCES[kind]!
  const sources: string[] = []
  for (const root of ROOTS) {
    const path = join(root, 'pacer', folder)
    if (!existsSync(path)) continue
    for (const name of readdirSync(path).filter((one) => one.endsWith('.html'))) {
      const court = /^[a-z]+\d*[a-z]*/.exec(name)?.[0] ?? ''
      const isAppellate = /^(?:ca|bap)/.test(court) && !/^ca[a-z]/.test(court)
      if (expected === 'confirmation_page' && isAppellate !== (kind === 'appellate_receipt'))
        continue
      const bytes = readFileSync(join(path, name))
      if (await isOfKind(kind, bytes, court)) sources.push(decodePage(bytes))
    }
  }
  return sources
}
