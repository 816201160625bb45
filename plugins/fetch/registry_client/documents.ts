import { decodePage } from '#app/court_pages/decode'
import { documentOutcome } from '#app/court_pages/page_outcomes'
import { isAttachmentMenu } from '#app/court_pages/attachment_menu'
import type { Court } from './courts.js'
import { checkCaseId, documentIdFor } from './identifiers.js'
import { toReceiptCost, pageIn, readAs, received, parsePageReceipt } from './readings.js'
import { RegistryError } from './registry_error.js'
import { deleteUnusedFile } from './transport/body.js'
import { decodePageHead, type Answer, type Ask, type SessionTraffic } from './session_traffic.js'
import type {
  DocumentAddress,
  ExpectedCost,
  ReceivedFile,
  ReceivedPage,
  RequestContext,
} from './types.js'

/** Maximum number of consecutive frames before a document. */
const MAX_STEPS = 4

const FREE: ExpectedCost = { pages: 0, dollars: '0.00', description: '', restricted: false }

/** The document menu of an entry; null for an entry with one document (court system 9). */
export async function attachmentMenu(
  traffic: SessionTraffic,
  court: Court,
  { documentId }: DocumentAddress,
  context: RequestContext
): Promise<ReceivedPage | null> {
  const path = `/doc1/${documentIdFor('menu', documentId, court)}`
  const answer = await traffic.get(court, path, { context, isDocument: true })
  if (await isOneDocument(traffic, answer, court)) return null
  const bytes = pageIn(answer, court)
  return received(bytes)
}

/** Whether the response is a document or its receipt instead of a menu. */
async function isOneDocument(
  traffic: SessionTraffic,
  { content }: Answer,
  court: Court
): Promise<boolean> {
  if (content.isFile) {
    await deleteUnusedFile(content.path)
    return true
  }
  const kinds = ['attachment_menu', 'confirmation_page'] as const
  return (await readAs(traffic.parse, content.bytes, court, ...kinds)).kind === 'confirmation_page'
}

/** The price of a document (court system 8). */
export async function receipt(
  traffic: SessionTraffic,
  court: Court,
  address: DocumentAddress,
  context: RequestContext
): Promise<ExpectedCost> {
  const { answer } = await ask(traffic, court, address, context)
  if (!answer.content.isFile) return receiptIn(traffic, answer.content.bytes, court)
  await deleteUnusedFile(answer.content.path)
  return FREE
}

/** Buys a document (court system 8). */
export async function document(
  traffic: SessionTraffic,
  court: Court,
  address: DocumentAddress,
  context: RequestContext
): Promise<ReceivedFile> {
  const { answer, fields, path } = await ask(traffic, court, address, context)
  const { content } = answer
  // Opinions are free and have no receipt.
  if (content.isFile) return { path: content.path, size: content.size, cost: null }
  const expected = await receiptIn(traffic, content.bytes, court)
  const { restricted } = expected
  const cost = toReceiptCost({ restricted: false, ...expected })
  const billed = { what: `document ${address.documentId}`, expected: cost, restricted }
  const bought = await traffic.post(court, path, purchase(fields, '1'), {
    context,
    billed,
    isDocument: true,
  })
  const file = await followToFile(traffic, court, bought, { context, isDocument: true })
  return { ...file, cost, restricted }
}

/** Requests a document's receipt, again without the case if the court doesn't find it there. */
async function ask(
  traffic: SessionTraffic,
  court: Court,
  { documentId, caseId }: DocumentAddress,
  context: RequestContext
) {
  const path = `/doc1/${documentIdFor('item', documentId, court)}`
  const fields: Record<string, string> = caseId ? { caseid: checkCaseId(caseId, court) } : {}
  const answer = await traffic.post(court, path, purchase(fields, '0'), {
    context,
    isDocument: true,
  })
  const isOfOtherCase =
    caseId && !answer.content.isFile && CASE_UNKNOWN.test(decodePageHead(answer.content.bytes))
  if (!isOfOtherCase) return { answer, fields, path }
  const again = await traffic.post(court, path, purchase({}, '0'), { context, isDocument: true })
  return { answer: again, fields: {} as Record<string, string>, path }
}

const CASE_UNKNOWN = /Cannot\s+locate\s+the\s+case\s+with\s+caseid/i

const purchase = (fields: Record<string, string>, got: '0' | '1') => ({
  ...fields,
  got_receipt: got,
  pdf_header: '1',
  pdf_toggle_possible: '1',
})

/** The receipt on a confirmation page. */
export async function receiptIn(
  traffic: SessionTraffic,
  bytes: Uint8Array,
  court: Court
): Promise<ExpectedCost> {
  const found = parsePageReceipt(bytes)
  const outcome = found ? null : documentOutcome(decodePageHead(bytes))
  if (outcome) throw new RegistryError(outcome, '', court.archiveId)
  await readAs(traffic.parse, bytes, court, 'confirmation_page')
  if (found) return found
  throw new RegistryError('unexpected_page', 'receipt missing', court.archiveId)
}

/**
 * Follows frames until the document.
 *
 * @throws RegistryError with the outcome of the last page, `not_a_pdf` if unrecognized
 */
export async function followToFile(
  traffic: Pick<SessionTraffic, 'get'>,
  court: Court,
  first: Answer,
  asked: Ask
): Promise<{ path: string; size: number }> {
  let answer = first
  for (let steps = 0; steps <= MAX_STEPS; steps++) {
    const { content, url } = answer
    if (content.isFile) return { path: content.path, size: content.size }
    const target = targetIn(decodePageHead(content.bytes))
    if (!target) throw refusalIn(content.bytes, court)
    if (!URL.canParse(target, url.href))
      throw new RegistryError('unexpected_page', 'a frame', court.archiveId)
    const next = new URL(target, url)
    if (next.host !== court.host || next.protocol !== 'https:')
      throw new RegistryError('host_refused', next.hostname.slice(0, 100), court.archiveId)
    answer = await traffic.get(court, next.pathname + next.search, {
      context: asked.context,
      isDocument: true,
      isZip: asked.isZip,
    })
  }
  throw new RegistryError('unexpected_page', 'too many frames', court.archiveId)
}

const FRAME = /<iframe\b[^>]{0,500}?\bsrc\s{0,5}=\s{0,5}["']?([^"'\s>]{1,2000})/i
const LOCATION = /\bwindow\.location(?:\.href)?\s{0,5}=\s{0,5}["']([^"']{1,2000})["']/

const LINK =
  /<a\b[^>]{0,500}?\bhref\s{0,5}=\s{0,5}["']?([^"'\s>]{0,500}\/cgi-bin\/show_temp\.pl\?[^"'\s>]{1,1000})/i

/** URL of the next frame or redirect. */
function targetIn(source: string): string | undefined {
  const target = FRAME.exec(source)?.[1] ?? LOCATION.exec(source)?.[1] ?? LINK.exec(source)?.[1]
  return target?.replaceAll('&amp;', '&')
}

/** Error for a page that was returned instead of a document. */
export function refusalIn(bytes: Uint8Array, court: Court): RegistryError {
  const source = decodePage(bytes.subarray(0, 400_000))
  const cost = toReceiptCost(parsePageReceipt(bytes))
  if (isAttachmentMenu(source))
    return new RegistryError('attachment_menu_instead', '', court.archiveId, cost)
  const outcome = source.includes('pdf:Producer') ? null : documentOutcome(source)
  return new RegistryError(outcome ?? 'not_a_pdf', '', court.archiveId, cost)
}
