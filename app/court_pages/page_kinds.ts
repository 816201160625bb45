import { parseAcmsAttachmentPage } from './acms_attachment_page.js'
import { parseAcmsDocket } from './acms_docket.js'
import { parseAppellateAttachmentMenu } from './appellate_attachment_menu.js'
import { parseAppellateDocket } from './appellate_docket.js'
import { parseArchiveDocket } from './archive_docket.js'
import { parseAttachmentMenu } from './attachment_menu.js'
import { parseBankruptcyDocket } from './bankruptcy_docket.js'
import { parseCaseQuery, parseMobileQuery, parseCaseSearchResults } from './case_query.js'
import { parseClaimsActivity } from './claims_activity.js'
import { parseClaimsRegister } from './claims_register.js'
import { parseConfirmationPage } from './confirmation_page.js'
import { parseCreditorList } from './creditor_list.js'
import { parseDistrictDocket } from './district_docket.js'
import { parseFreeOpinionsReport } from './free_opinions_report.js'
import { parseHistoryReport } from './history_report.js'
import type { Mail } from './mail.js'
import { parseNoticeMail } from './notice.js'
import { parsePossibleCaseNumbers } from './possible_case_numbers.js'
import { parseRssFeed } from './rss_feed.js'
import { parseSupremeCourtConfirmation, parseSupremeCourtMail } from './supreme_court_email.js'
import { parseSupremeCourtJson } from './supreme_court_json.js'
import type { SupremeCourtDocket } from './supreme_court_docket.js'
import { readSectionedDocket } from './supreme_court_html.js'
import { readTildeDocket } from './supreme_court_old_html.js'
import type { KindName } from './page_signs.js'
import { isOfKind, type Recognition } from './recognition.js'
import { parsePrintedHtml } from './tree.js'

/**
 * A docket page of the Supreme Court: cards (2018 and later), tables with IDs (2017), and
 * tables headed by tildes (before).
 *
 * @param source the page
 * @returns the docket, or null if the page is another kind
 */
export function parseSupremeCourtPage(source: string): SupremeCourtDocket | null {
  if (!isOfKind('supreme_court_page', source)) return null
  const root = parsePrintedHtml(source)
  return readSectionedDocket(root) ?? readTildeDocket(root)
}

/** A kind of page with a parser for text. */
export interface PageKind {
  /** Its signs are in `page_signs.ts` under the same name. */
  name: KindName
  title: string
  /** The type numbers used in uploads, if it can be uploaded. */
  uploadTypes?: readonly number[]
  /** Null if the page turns out to be another kind. */
  parse(source: string, court: string): object | string | null
}

/** A kind of message. */
export interface MailKind {
  name: KindName
  title: string
  uploadTypes?: readonly number[]
  parse(mail: Mail, court: string): object | null
}

/** Kinds of pages. */
export const PAGE_KINDS = [
  {
    name: 'acms_attachment_page',
    title: 'ACMS attachment page',
    uploadTypes: [17],
    parse: parseAcmsAttachmentPage,
  },
  {
    name: 'acms_docket',
    title: 'ACMS docket',
    uploadTypes: [16],
    parse: parseAcmsDocket,
  },
  {
    name: 'supreme_court_json',
    title: 'Supreme Court docket (JSON)',
    parse: parseSupremeCourtJson,
  },
  {
    name: 'archive_docket',
    title: 'Archive docket (XML)',
    uploadTypes: [7],
    parse: parseArchiveDocket,
  },
  { name: 'rss_feed', title: 'Court RSS feed', parse: parseRssFeed },
  {
    name: 'possible_case_numbers',
    title: 'Case number lookup result',
    parse: parsePossibleCaseNumbers,
  },
  {
    name: 'supreme_court_confirmation',
    title: 'Supreme Court subscription page',
    parse: parseSupremeCourtConfirmation,
  },
  {
    name: 'supreme_court_page',
    title: 'Supreme Court docket (HTML)',
    parse: parseSupremeCourtPage,
  },
  {
    name: 'district_docket',
    title: 'District or trade court docket report',
    uploadTypes: [1],
    parse: parseDistrictDocket,
  },
  {
    name: 'bankruptcy_docket',
    title: 'Bankruptcy court docket report',
    uploadTypes: [1],
    parse: parseBankruptcyDocket,
  },
  {
    name: 'appellate_docket',
    title: 'Appellate docket',
    uploadTypes: [5],
    parse: parseAppellateDocket,
  },
  {
    name: 'appellate_attachment_menu',
    title: 'Appellate attachment menu',
    uploadTypes: [6],
    parse: parseAppellateAttachmentMenu,
  },
  {
    name: 'mobile_query',
    title: 'Mobile query',
    parse: parseMobileQuery,
  },
  {
    name: 'free_opinions_report',
    title: 'Free opinions report',
    uploadTypes: [18],
    parse: parseFreeOpinionsReport,
  },
  {
    name: 'confirmation_page',
    title: 'Receipt page before a purchase',
    parse: parseConfirmationPage,
  },
  {
    name: 'attachment_menu',
    title: 'Attachment menu',
    uploadTypes: [2],
    parse: parseAttachmentMenu,
  },
  {
    name: 'case_search_results',
    title: 'Case search results',
    uploadTypes: [14],
    parse: parseCaseSearchResults,
  },
  {
    name: 'claims_register',
    title: 'Claims register',
    uploadTypes: [9],
    parse: parseClaimsRegister,
  },
  {
    name: 'claims_activity',
    title: 'Claims activity report',
    parse: parseClaimsActivity,
  },
  {
    name: 'creditor_list',
    title: 'Creditor list',
    parse: parseCreditorList,
  },
  {
    name: 'history_report',
    title: 'Case history, or list of case documents',
    uploadTypes: [4],
    parse: parseHistoryReport,
  },
  {
    name: 'case_query',
    title: 'Case query',
    uploadTypes: [8, 12],
    parse: parseCaseQuery,
  },
] as const satisfies readonly PageKind[]

/** Kinds of messages. */
export const MAIL_KINDS = [
  {
    name: 'supreme_court_email',
    title: 'Supreme Court email',
    parse: parseSupremeCourtMail,
  },
  {
    name: 'notice',
    title: 'Notice of filing or docket activity',
    uploadTypes: [11],
    parse: parseNoticeMail,
  },
] as const satisfies readonly MailKind[]

/** The name of a kind with the parser's result. */
type Parsed<Kind> = Kind extends {
  name: infer Name
  parse: (...given: never[]) => infer Result
}
  ? { kind: Name; uploadTypes: readonly number[]; result: NonNullable<Result> }
  : never

/** A parsed page or message: its kind, its upload type numbers, and the parser's result. */
export type ParsedPage = Parsed<(typeof PAGE_KINDS)[number] | (typeof MAIL_KINDS)[number]> & {
  recognition: Recognition
}
