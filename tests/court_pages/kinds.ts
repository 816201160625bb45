/** Locations of the page kinds in the corpus of court pages, and how its pages are parsed. */
import { parseAcmsAttachmentPage } from '#app/court_pages/acms_attachment_page'
import { parseAcmsDocket } from '#app/court_pages/acms_docket'
import { parseAppellateAttachmentMenu } from '#app/court_pages/appellate_attachment_menu'
import { parseAppellateDocket } from '#app/court_pages/appellate_docket'
import { parseArchiveDocket } from '#app/court_pages/archive_docket'
import { parseAttachmentMenu } from '#app/court_pages/attachment_menu'
import {
  parseCaseQuery,
  parseMobileQuery,
  parseCaseSearchResults,
} from '#app/court_pages/case_query'
import { parseClaimsActivity } from '#app/court_pages/claims_activity'
import { parseClaimsRegister } from '#app/court_pages/claims_register'
import { parseConfirmationPage } from '#app/court_pages/confirmation_page'
import { parseCreditorList } from '#app/court_pages/creditor_list'
import { numericDate } from '#app/court_pages/dates'
import { parseBankruptcyDocket } from '#app/court_pages/bankruptcy_docket'
import { parseDistrictDocket } from '#app/court_pages/district_docket'
import { decodePage } from '#app/court_pages/decode'
import { parseFreeOpinionsReport } from '#app/court_pages/free_opinions_report'
import { parseHistoryReport } from '#app/court_pages/history_report'
import { readJsonObject, textIn, type Json } from '#app/court_pages/json_values'
import { parseNotice } from '#app/court_pages/notice'
import { chooseCase, parsePossibleCaseNumbers } from '#app/court_pages/possible_case_numbers'
import { parseRssFeed } from '#app/court_pages/rss_feed'
import { isLoggedIn } from '#app/court_pages/session_state'
import {
  parseSupremeCourtConfirmation,
  parseSupremeCourtEmail,
} from '#app/court_pages/supreme_court_email'
import { parseSupremeCourtJson } from '#app/court_pages/supreme_court_json'
import { parseSupremeCourtPage } from '#app/court_pages/page_kinds'

/** A folder of the corpus. */
export interface CorpusKind {
  folder: string
  /** Suffix of the names of pages; the expectation has the rest of the name and `.json`. */
  suffix: string
  /** A message, which is decoded before its body is parsed. */
  isMail?: true
  parse(bytes: Uint8Array, court: string, name: string): unknown
}

type Parse = (source: string, court: string, name: string) => unknown

const text = (folder: string, suffix: string, parse: Parse): CorpusKind => ({
  folder,
  suffix,
  parse: (bytes, court, name) => parse(decodePage(bytes), court, name),
})

/** The case of a docket number. Where several have it, the file's name is the case's. */
function chosenCase(source: string, _court: string, name: string) {
  const found = parsePossibleCaseNumbers(source)
  const chosen = found && chooseCase(found, { caseName: name.replaceAll('-', ' ') })
  if (chosen === null || chosen === 'ambiguous') return chosen
  return { ...chosen, defendant: undefined }
}

/** Dates in a table of courts after parsing and formatting. */
function printedDates(source: string) {
  const printed = (date: Json) =>
    numericDate(textIn(date) ?? '')?.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1') ?? null
  return Object.fromEntries(
    Object.entries(readJsonObject(source) ?? {}).map(([court, date]) => [court, printed(date)])
  )
}

/** The corpus has bankruptcy dockets in the folder of district courts. */
const parseDocketReport: Parse = (source, court) =>
  parseDistrictDocket(source, court) ?? parseBankruptcyDocket(source, court)

export const CORPUS_KINDS: CorpusKind[] = [
  text('pacer/dockets/district', '.html', parseDocketReport),
  text('pacer/dockets/bankruptcy', '.html', parseBankruptcyDocket),
  text('pacer/dockets/special', '.html', parseDistrictDocket),
  text('pacer/dockets/fake-rss', '.html', parseDistrictDocket),
  text('pacer/dockets/not_dockets', '.html', parseDistrictDocket),
  text('pacer/dockets/acms', '.acms_json', parseAcmsDocket),
  text('pacer/appellate_attachment_pages/acms', '.compare.json', parseAcmsAttachmentPage),
  text('scotus/dockets/json', '.compare.json', parseSupremeCourtJson),
  text('scotus/dockets/html', '.html', parseSupremeCourtPage),
  text('scotus/dockets/htm', '.htm', parseSupremeCourtPage),
  { folder: 'scotus/email', suffix: '.eml', isMail: true, parse: parseSupremeCourtEmail },
  text('scotus/email/confirmation', '.html', parseSupremeCourtConfirmation),
  text('pacer/rss_feeds', '.xml', parseRssFeed),
  { folder: 'pacer/nda', suffix: '.txt', isMail: true, parse: parseNotice },
  { folder: 'pacer/nef', suffix: '.html', isMail: true, parse: parseNotice },
  { folder: 'pacer/nef/s3', suffix: '.txt', isMail: true, parse: parseNotice },
  text('pacer/dockets/appellate', '.html', parseAppellateDocket),
  text('pacer/dockets/not_appellate_dockets', '.html', parseAppellateDocket),
  text('pacer/attachment_pages', '.html', parseAttachmentMenu),
  text('pacer/appellate_attachment_pages', '.html', parseAppellateAttachmentMenu),
  text('pacer/case_queries', '.html', parseCaseQuery),
  text('pacer/case_queries_advanced', '.html', parseCaseSearchResults),
  text('pacer/docket_history_reports', '.html', parseHistoryReport),
  text('pacer/dockets_internet_archive', '.xml', parseArchiveDocket),
  text('pacer/list_of_creditors', '.html', parseCreditorList),
  text('pacer/claims_registers', '.html', parseClaimsRegister),
  text('pacer/claims_activity', '.html', parseClaimsActivity),
  text('pacer/free_opinion_report', '.html', parseFreeOpinionsReport),
  text('pacer/possible_case_numbers', '.xml', chosenCase),
  text('pacer/confirmation_pages', '.html', parseConfirmationPage),
  text('pacer/authentication_samples', '.html', isLoggedIn),
  text('pacer/dates', '.json', printedDates),
  text('pacer/mobile_queries', '.html', parseMobileQuery),
]
