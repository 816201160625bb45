import { clean } from './text.js'

/** Messages that replace the requested page. */
export type PageOutcome =
  | 'access_denied'
  | 'altered_by_browser'
  | 'attachment_menu_instead'
  | 'case_closed_administratively'
  | 'case_not_found'
  | 'charges_not_accepted'
  | 'client_code_required'
  | 'document_not_available'
  | 'document_not_found'
  | 'invalid_parameters'
  | 'long_report_interstitial'
  | 'no_claims'
  | 'no_documents'
  | 'not_logged_in'
  | 'not_public'
  | 'pdf_embedded'
  | 'redirect'
  | 'report_form'
  | 'restricted'
  | 'sealed'
  | 'text_report'
  | 'transcript_embargo'
  | 'try_again'
  | 'wrong_case_type'

const OUTCOMES: [RegExp, PageOutcome][] = [
  [
    /The report may take a long time to run because this case has many docket entries/i,
    'long_report_interstitial',
  ],
  [
    /To accept charges shown below, click on the 'View Report' button|Accept Charges and Retrieve/i,
    'charges_not_accepted',
  ],
  [/Documents? (?:is|are) attached to this filing/i, 'attachment_menu_instead'],
  [/Case not found\.|Case Number Not Found|Cannot locate the case with caseid/i, 'case_not_found'],
  [/There are no documents in this case|The page ID does not exist/i, 'no_documents'],
  [
    /The start date must be less than or equal to the end date|The starting document number must be|Invalid date_from:/i,
    'invalid_parameters',
  ],
  [
    /The case type was .{1,60} but it must be|You entered a non-bankruptcy type case:/i,
    'wrong_case_type',
  ],
  [
    /This case was administratively closed|This case is in the process of being opened/i,
    'case_closed_administratively',
  ],
  [
    /Either you do not have permission to view the document, or the document does not exist/i,
    'access_denied',
  ],
  [/Security violation: You do not have access rights to this program/i, 'access_denied'],
  [
    /Incomplete request\. Please try your query again|Submission already made, please wait|Server timeout waiting for the HTTP request|Unable to create PDF file/i,
    'try_again',
  ],
  [
    /No claims found for this case using selection criteria entered|No claims entries found/i,
    'no_claims',
  ],
  [/could not retrieve dktentry for dlsid|404 Not Found/i, 'document_not_found'],
  [/document is not available/i, 'document_not_available'],
  [/You do not have permission to view this document\./i, 'access_denied'],
  [/You do not have access to this transcript\./i, 'transcript_embargo'],
  [/No matter of public record/i, 'not_public'],
  [/Sealed Document|Under Seal|Document is Sealed|This document is SEALED/i, 'sealed'],
  [
    /This image is not available for viewing by non-court users|Permission to view this document is denied based on Nature of Suit|Access to the document you are about to view has been restricted|document is restricted/i,
    'restricted',
  ],
  [/A Client Code is required for PACER search/i, 'client_code_required'],
]

const ALTERED = /\bDrumpf\b|cloud2butt|\bweb3\b.{0,200}ethereum/i

/** Whether a browser extension rewrote the page (court system 12). */
export const isAlteredByBrowser = (source: string): boolean => ALTERED.test(source)

/** Markers in the markup, not in the text. */
const MARKUP: [RegExp, PageOutcome][] = [
  [ALTERED, 'altered_by_browser'],
  [/<embed\b[^>]{0,500}\bname=["']?plugin/i, 'pdf_embedded'],
  [
    /location ?= ?["']https:\/\/pacer\.login\.uscourts\.gov\/|<form\b[^>]{0,500}\bname=["']?GetPass\b/i,
    'not_logged_in',
  ],
  [/<message text=['"]Not logged in/i, 'not_logged_in'],
  [/http-equiv=["']?refresh/i, 'redirect'],
]

/** The request form of a report. */
const FORM =
  /<(?:input|select)\b[^>]{0,300}\bname=["']?(?:documents_numbered_from_|sort1|QueryType)\b/i

/** Maximum text length of these pages; longer dockets may quote any of the sentences. */
const LONGEST = 8_000

/**
 * The outcome of a page of unknown kind: call it for pages that no parser accepts.
 *
 * @param source the page
 * @returns the outcome, or null if unknown
 */
export function pageOutcome(source: string): PageOutcome | null {
  for (const [form, outcome] of MARKUP) if (form.test(source.slice(0, MARKUP_READ))) return outcome
  const text = clean(withoutTags(source.slice(0, MARKUP_READ)))
  if (/\bFormat: text\b/i.test(text)) return 'text_report'
  if (text.length > LONGEST) return null
  const said = OUTCOMES.find(([form]) => form.test(text))?.[1]
  return said ?? (FORM.test(source) ? 'report_form' : null)
}

/**
 * The outcome of a page returned instead of a document: the last rule that matches
 * (court system 12).
 *
 * @param source the page
 * @returns the outcome, or null if unknown
 */
export function documentOutcome(source: string): PageOutcome | null {
  const text = clean(withoutTags(source.slice(0, MARKUP_READ)))
  return OUTCOMES.findLast(([form]) => form.test(text))?.[1] ?? pageOutcome(source)
}

/** Maximum number of characters read from a page. */
const MARKUP_READ = 400_000

/** The text of a page without a tree; scripts are kept, because some pages show messages through them. */
function withoutTags(source: string): string {
  let text = ''
  let at = 0
  while (at < source.length) {
    const open = source.indexOf('<', at)
    text += source.slice(at, open === -1 ? source.length : open)
    if (open === -1) break
    const close = source.indexOf('>', open)
    if (close === -1) break
    text += ' '
    at = close + 1
  }
  return text
}
