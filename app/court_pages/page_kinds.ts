import { isAcmsAttachmentPage, parseAcmsAttachmentPage } from './acms_attachment_page.js'
import { isAcmsDocket, parseAcmsDocket } from './acms_docket.js'
import {
  isAppellateAttachmentMenu,
  parseAppellateAttachmentMenu,
} from './appellate_attachment_menu.js'
import { isAppellateDocket, parseAppellateDocket } from './appellate_docket.js'
import { isArchiveDocket, parseArchiveDocket } from './archive_docket.js'
import { isAttachmentMenu, parseAttachmentMenu } from './attachment_menu.js'
import { isBankruptcyDocket, parseBankruptcyDocket } from './bankruptcy_docket.js'
import {
  isCaseQuery,
  parseCaseQuery,
  isMobileQuery,
  parseMobileQuery,
  isCaseSearchResults,
  parseCaseSearchResults,
} from './case_query.js'
import { isClaimsActivity, parseClaimsActivity } from './claims_activity.js'
import { isClaimsRegister, parseClaimsRegister } from './claims_register.js'
import { isConfirmationPage, parseConfirmationPage } from './confirmation_page.js'
import { isCreditorList, parseCreditorList } from './creditor_list.js'
import { isDistrictDocket, parseDistrictDocket } from './district_docket.js'
import { isFreeOpinionsReport, parseFreeOpinionsReport } from './free_opinions_report.js'
import { isHistoryReport, parseHistoryReport } from './history_report.js'
import type { Mail } from './mail.js'
import { isNotice, parseNoticeMail } from './notice.js'
import { isPossibleCaseNumbers, parsePossibleCaseNumbers } from './possible_case_numbers.js'
import { isRssFeed, parseRssFeed } from './rss_feed.js'
import {
  isSupremeCourtConfirmation,
  parseSupremeCourtConfirmation,
  isSupremeCourtMail,
  parseSupremeCourtMail,
} from './supreme_court_email.js'
import { isSupremeCourtJson, parseSupremeCourtJson } from './supreme_court_json.js'
import type { SupremeCourtDocket } from './supreme_court_docket.js'
import { readSectionedDocket } from './supreme_court_html.js'
import { readTildeDocket } from './supreme_court_old_html.js'
import { parseHtml } from './tree.js'

/** Whether a page is a docket of the Supreme Court, in any layout. */
const isSupremeCourtPage = (source: string): boolean =>
  /docketinfo/i.test(source) ? /\bid=["']?proceedings/i.test(source) : /~~Date~/.test(source)

/**
 * A docket page of the Supreme Court: cards (2018 and later), tables with IDs (2017), and
 * tables headed by tildes (before).
 *
 * @param source the page
 * @returns the docket, or null if the page is another kind
 */
export function parseSupremeCourtPage(source: string): SupremeCourtDocket | null {
  if (!isSupremeCourtPage(source)) return null
  const root = parseHtml(source)
  return readSectionedDocket(root) ?? readTildeDocket(root)
}

/** A kind of page with a parser for text. */
export interface PageKind {
  name: string
  title: string
  /** The type numbers used in uploads, if it can be uploaded. */
  uploadTypes?: readonly number[]
  recognizes(source: string): boolean
  /** Null if the page turns out to be another kind. */
  parse(source: string, court: string): object | string | null
}

/** A kind of message. */
export interface MailKind {
  name: string
  title: string
  uploadTypes?: readonly number[]
  recognizes(mail: Mail): boolean
  parse(mail: Mail, court: string): object | null
}

/** Kinds of pages, most specific first: the first kind that recognizes a page is used. */
export const PAGE_KINDS = [
  {
    name: 'acms_attachment_page',
    title: 'ACMS attachment page',
    uploadTypes: [17],
    recognizes: isAcmsAttachmentPage,
    parse: parseAcmsAttachmentPage,
  },
  {
    name: 'acms_docket',
    title: 'ACMS docket',
    uploadTypes: [16],
    recognizes: isAcmsDocket,
    parse: parseAcmsDocket,
  },
  {
    name: 'supreme_court_json',
    title: 'Supreme Court docket (JSON)',
    recognizes: isSupremeCourtJson,
    parse: parseSupremeCourtJson,
  },
  {
    name: 'archive_docket',
    title: 'Archive docket (XML)',
    uploadTypes: [7],
    recognizes: isArchiveDocket,
    parse: parseArchiveDocket,
  },
  { name: 'rss_feed', title: 'Court RSS feed', recognizes: isRssFeed, parse: parseRssFeed },
  {
    name: 'possible_case_numbers',
    title: 'Case number lookup result',
    recognizes: isPossibleCaseNumbers,
    parse: parsePossibleCaseNumbers,
  },
  {
    name: 'supreme_court_confirmation',
    title: 'Supreme Court subscription page',
    recognizes: isSupremeCourtConfirmation,
    parse: parseSupremeCourtConfirmation,
  },
  {
    name: 'supreme_court_page',
    title: 'Supreme Court docket (HTML)',
    recognizes: isSupremeCourtPage,
    parse: parseSupremeCourtPage,
  },
  {
    name: 'district_docket',
    title: 'District or trade court docket report',
    uploadTypes: [1],
    recognizes: isDistrictDocket,
    parse: parseDistrictDocket,
  },
  {
    name: 'bankruptcy_docket',
    title: 'Bankruptcy court docket report',
    uploadTypes: [1],
    recognizes: isBankruptcyDocket,
    parse: parseBankruptcyDocket,
  },
  {
    name: 'appellate_docket',
    title: 'Appellate docket',
    uploadTypes: [5],
    recognizes: isAppellateDocket,
    parse: parseAppellateDocket,
  },
  {
    name: 'appellate_attachment_menu',
    title: 'Appellate attachment menu',
    uploadTypes: [6],
    recognizes: isAppellateAttachmentMenu,
    parse: parseAppellateAttachmentMenu,
  },
  {
    name: 'mobile_query',
    title: 'Mobile query',
    recognizes: isMobileQuery,
    parse: parseMobileQuery,
  },
  {
    name: 'free_opinions_report',
    title: 'Free opinions report',
    uploadTypes: [18],
    recognizes: isFreeOpinionsReport,
    parse: parseFreeOpinionsReport,
  },
  {
    name: 'confirmation_page',
    title: 'Receipt page before a purchase',
    recognizes: isConfirmationPage,
    parse: parseConfirmationPage,
  },
  {
    name: 'attachment_menu',
    title: 'Attachment menu',
    uploadTypes: [2],
    recognizes: isAttachmentMenu,
    parse: parseAttachmentMenu,
  },
  {
    name: 'case_search_results',
    title: 'Case search results',
    uploadTypes: [14],
    recognizes: isCaseSearchResults,
    parse: parseCaseSearchResults,
  },
  {
    name: 'claims_register',
    title: 'Claims register',
    uploadTypes: [9],
    recognizes: isClaimsRegister,
    parse: parseClaimsRegister,
  },
  {
    name: 'claims_activity',
    title: 'Claims activity report',
    recognizes: isClaimsActivity,
    parse: parseClaimsActivity,
  },
  {
    name: 'creditor_list',
    title: 'Creditor list',
    recognizes: isCreditorList,
    parse: parseCreditorList,
  },
  {
    name: 'history_report',
    title: 'Case history, or list of case documents',
    uploadTypes: [4],
    recognizes: isHistoryReport,
    parse: parseHistoryReport,
  },
  {
    name: 'case_query',
    title: 'Case query',
    uploadTypes: [8, 12],
    recognizes: isCaseQuery,
    parse: parseCaseQuery,
  },
] as const satisfies readonly PageKind[]

/** Kinds of messages. */
export const MAIL_KINDS = [
  {
    name: 'supreme_court_email',
    title: 'Supreme Court email',
    recognizes: isSupremeCourtMail,
    parse: parseSupremeCourtMail,
  },
  {
    name: 'notice',
    title: 'Notice of filing or docket activity',
    uploadTypes: [11],
    recognizes: isNotice,
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
export type ParsedPage = Parsed<(typeof PAGE_KINDS)[number] | (typeof MAIL_KINDS)[number]>
