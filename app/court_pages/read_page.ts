import { measureCoverage, type Coverage, type PageContent } from './coverage.js'
import { decodePage, decodeText } from './decode.js'
import { CourtPageError } from './page_error.js'
import {
  type ParsedPage,
  MAIL_KINDS,
  PAGE_KINDS,
  type MailKind,
  type PageKind,
} from './page_kinds.js'
import { pageOutcome, type PageOutcome } from './page_outcomes.js'
import { readJsonPage } from './json_values.js'
import { readMail, type Mail } from './mail.js'
import { likelyKinds, rankMail, rankPage, toRecognition, type Recognition } from './recognition.js'
import { inPageScope } from './page_scope.js'
import { parseHtml, parsePrintedHtml } from './tree.js'

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

/** A page or message, the kind that it is recognized as, and how certain that is. */
type CourtPage = ({ kind: PageKind; source: string } | { kind: MailKind; mail: Mail }) & {
  recognition: Recognition
}

/** A header line at the start: a message, not a page. */
const HEADER = /^(?:[A-Za-z][A-Za-z0-9-]{0,60}:|From )/

/**
 * Recognizes a court's response.
 *
 * @param bytes a page, a feed, a JSON or XML response, or a message with its headers
 * @returns the page with the kind of the highest score, or null if no score is sufficient
 */
export async function recognize(bytes: Uint8Array): Promise<CourtPage | null> {
  const [best] = await candidatesOf(bytes)
  return best ?? null
}

/** The page with each kind that it may be of, best first. */
async function candidatesOf(bytes: Uint8Array): Promise<CourtPage[]> {
  const page = startsWithHeader(bytes) ? null : candidatesOfPage(decodePage(bytes))
  return page ?? candidatesOfMail(await readMail(bytes))
}

const startsWithHeader = (bytes: Uint8Array): boolean =>
  HEADER.test(decodeText(bytes.subarray(0, 200)).trimStart())

/** Null if it isn't a page but the HTML body of a message without its headers. */
function candidatesOfPage(source: string): CourtPage[] | null {
  const ranking = rankPage(source)
  const likely = likelyKinds(ranking)
  if (likely.length === 0 || MAIL_KINDS.some(({ name }) => name === likely[0].kind)) return null
  return likely.flatMap((one) => {
    const kind = PAGE_KINDS.find(({ name }) => name === one.kind)
    return kind ? [{ kind, source, recognition: toRecognition(ranking, one) }] : []
  })
}

function candidatesOfMail(mail: Mail | null): CourtPage[] {
  const ranking = mail ? rankMail(mail) : []
  return likelyKinds(ranking).flatMap((one) => {
    const kind = MAIL_KINDS.find(({ name }) => name === one.kind)
    return mail && kind ? [{ kind, mail, recognition: toRecognition(ranking, one) }] : []
  })
}

/**
 * Recognizes and parses a court's response. If the parser of the kind with the highest score
 * finds another kind, those with a close score are tried.
 *
 * @param bytes see {@link recognize}
 * @param court the court's ID in the system
 * @returns the kind's name, the result, its coverage, and how certain the kind is; null if no
 *   kind's signs suffice, or its parser finds that it is another kind
 * @throws CourtPageError if it cannot be parsed at all
 */
export async function parseCourtPage(
  bytes: Uint8Array,
  court: string
): Promise<CoveredPage | null> {
  if (!startsWithHeader(bytes)) {
    const source = decodePage(bytes)
    const parsed = inPageScope(source, () => {
      const candidates = candidatesOfPage(source)
      return candidates && { page: parseFirst(candidates, court) }
    })
    if (parsed) return parsed.page
  }
  const mail = await readMail(bytes)
  return inPageScope(mail?.html ?? '', () => parseFirst(candidatesOfMail(mail), court))
}

function parseFirst(candidates: CourtPage[], court: string): CoveredPage | null {
  for (const page of candidates) {
    const result =
      'mail' in page ? page.kind.parse(page.mail, court) : page.kind.parse(page.source, court)
    if (result === null) continue
    const { name: kind, uploadTypes = [] } = page.kind
    const coverage = measureCoverage(kind, contentOf(page), result)
    return { kind, uploadTypes, recognition: page.recognition, result, coverage } as CoveredPage
  }
  return null
}

/** The content whose text is compared with the record. */
function contentOf(page: NonNullable<CourtPage>): PageContent {
  if ('mail' in page) {
    const { html, text } = page.mail
    return html === null ? { lines: text ?? '' } : { tree: parseHtml(html) }
  }
  const { source } = page
  const start = source.trimStart()
  if (start.startsWith('{')) return { json: readJsonPage(source) }
  if (page.kind.name === 'rss_feed') return { xml: source.slice(source.indexOf('<item')) }
  if (XML_KINDS.has(page.kind.name)) return { xml: source }
  // The tree that its parser reads.
  const isPrinted = page.kind.name === 'supreme_court_page'
  return { tree: isPrinted ? parsePrintedHtml(source) : parseHtml(source) }
}

const XML_KINDS = new Set(['archive_docket', 'possible_case_numbers'])
