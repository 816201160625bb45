import { measureCoverage, type Coverage } from './coverage.js'
import { decodePage } from './decode.js'
import { CourtPageError } from './page_error.js'
import {
  type ParsedPage,
  MAIL_KINDS,
  PAGE_KINDS,
  type MailKind,
  type PageKind,
} from './page_kinds.js'
import { pageOutcome, type PageOutcome } from './page_outcomes.js'
import { readMail, type Mail } from './mail.js'
import { parseHtml } from './tree.js'

/** A parsed page or message, and how much of its text the result has. */
export type CoveredPage = ParsedPage & { coverage: Coverage }

/**
 * The result of reading a page: its kind and data, or the outcome shown instead of the requested
 * page; `unknown` for an unknown outcome, `unreadable` if it cannot be parsed at all.
 */
export type PageReading = CoveredPage | { outcome: PageOutcome | 'unknown' | 'unreadable' }

/**
 * Recognizes and parses a court's response, or identifies the outcome if the kind is unknown.
 *
 * @param bytes a page, a feed, a JSON or XML response, or a message with its headers
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

/** A page or message and its kind; null if no kind recognizes it. */
type CourtPage = { kind: PageKind; source: string } | { kind: MailKind; mail: Mail } | null

/** A header line at the start: a message, not a page. */
const HEADER = /^(?:[A-Za-z][A-Za-z0-9-]{0,60}:|From )/

/**
 * Recognizes a court's response.
 *
 * @param bytes a page, a feed, a JSON or XML response, or a message with its headers
 */
export async function recognize(bytes: Uint8Array): Promise<CourtPage> {
  if (HEADER.test(new TextDecoder('latin1').decode(bytes.subarray(0, 200)).trimStart())) {
    return recognizeMail(bytes)
  }
  const source = decodePage(bytes)
  const kind = PAGE_KINDS.find((one) => one.recognizes(source))
  return kind ? { kind, source } : recognizeMail(bytes)
}

/** A message, or the HTML body of one. */
async function recognizeMail(bytes: Uint8Array): Promise<CourtPage> {
  const mail = await readMail(bytes)
  const kind = mail && MAIL_KINDS.find((one) => one.recognizes(mail))
  return mail && kind ? { kind, mail } : null
}

/**
 * Recognizes and parses a court's response.
 *
 * @param bytes see {@link recognize}
 * @param court the court's ID in the system
 * @returns the kind's name, the result, and its coverage; null if no kind recognizes it, or its parser finds
 *   that it is another kind
 * @throws CourtPageError if it cannot be parsed at all
 */
export async function parseCourtPage(
  bytes: Uint8Array,
  court: string
): Promise<CoveredPage | null> {
  const page = await recognize(bytes)
  if (!page) return null
  const result =
    'mail' in page ? page.kind.parse(page.mail, court) : page.kind.parse(page.source, court)
  if (result === null) return null
  const { name: kind, uploadTypes = [] } = page.kind
  const markup = 'mail' in page ? (page.mail.html ?? page.mail.text ?? '') : page.source
  const coverage = measureCoverage(parseHtml(markup), result)
  return { kind, uploadTypes, result, coverage } as CoveredPage
}
