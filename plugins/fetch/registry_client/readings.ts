import { decodePage } from '#app/court_pages/decode'
import { parseReceipt, type Receipt } from '#app/court_pages/confirmation_page'
import type { CoveredPage } from '#app/court_pages/read_page'
import type { Court } from './courts.js'
import { RegistryError, type RegistryErrorCode } from './registry_error.js'
import type { Answer } from './session_traffic.js'
import type { Cost, ParsePage, ReceivedPage } from './types.js'

/** Receipt cells with account data in the next cell (court system 13). */
const ACCOUNT =
  /(PACER Login:|Client Code:)((?:\s|&nbsp;|<(?!th\b|\/?tr\b)[^<>]{1,200}>){0,20})[^<]{1,300}/gi

/**
 * Removes the account from a page's receipt, because pages are stored and credentials are not
 * (specification, Fetch credentials).
 *
 * @param page as received, in any encoding
 */
export function withoutAccount(page: Uint8Array): Uint8Array {
  const start = Math.max(page.length - TAIL, 0)
  const end = Buffer.from(page.subarray(start)).toString('latin1')
  const blanked = end.replace(ACCOUNT, '$1$2')
  if (blanked === end) return page
  return Buffer.concat([page.subarray(0, start), Buffer.from(blanked, 'latin1')])
}

/** Bytes at the end of a page that contain its receipt. */
const TAIL = 40_000

/** The receipt of a page; null if none. */
export function parsePageReceipt(bytes: Uint8Array): Receipt | null {
  return parseReceipt(decodePage(bytes.subarray(-TAIL)))
}

const RECEIPT = /PACER Service Center|Transaction Receipt/i
/** Maximum number of receipts on a page. */
const MAX_RECEIPTS = 2_000

/** All receipts of a page, one per document. */
export function parsePageReceipts(bytes: Uint8Array): Receipt[] {
  const tables = decodePage(bytes).split(/(?=<table\b)/i)
  const receipts = tables.filter((table) => RECEIPT.test(table)).slice(0, MAX_RECEIPTS)
  return receipts.map((table) => parseReceipt(table)).filter((receipt) => receipt !== null)
}

/** Total cost of receipts; null if none. */
export function costOfAll(receipts: readonly Receipt[]): Cost | null {
  if (receipts.length === 0) return null
  const cents = receipts.reduce((sum, { dollars }) => sum + Math.round(Number(dollars) * 100), 0)
  return {
    pages: receipts.reduce((sum, { pages }) => sum + pages, 0),
    dollars: (cents / 100).toFixed(2),
    description: receipts
      .map(({ description }) => description)
      .join(', ')
      .slice(0, 500),
  }
}

export const toReceiptCost = (receipt: Receipt | null): Cost | null =>
  receipt && {
    pages: receipt.pages,
    dollars: receipt.dollars,
    description: receipt.description,
  }

/** Bytes of a response that must be a page. */
export function pageIn({ content }: Answer, court: Court): Uint8Array {
  if (!content.isFile) return content.bytes
  throw new RegistryError('unexpected_page', 'a file', court.archiveId)
}

type Kind = CoveredPage['kind']

/**
 * Parses a page that must be of one of the given kinds.
 *
 * @throws RegistryError with the outcome and cost of another page
 */
export async function readAs<Name extends Kind>(
  parse: ParsePage,
  bytes: Uint8Array,
  court: Court,
  ...kinds: Name[]
): Promise<Extract<CoveredPage, { kind: Name }>> {
  const reading = await parse(bytes, court.id)
  if ('kind' in reading && kinds.some((kind) => kind === reading.kind))
    return reading as Extract<CoveredPage, { kind: Name }>
  const code = 'outcome' in reading ? codeOf(reading.outcome) : codeOfKind(reading.kind)
  throw new RegistryError(code, '', court.archiveId, toReceiptCost(parsePageReceipt(bytes)))
}

type Outcome = Extract<Awaited<ReturnType<ParsePage>>, { outcome: string }>['outcome']

function codeOf(outcome: Outcome): RegistryErrorCode {
  if (outcome === 'unknown' || outcome === 'unreadable') return 'unexpected_page'
  return outcome === 'not_logged_in' ? 'session_expired' : outcome
}

/** Error code for a menu or receipt instead of the expected page. */
function codeOfKind(kind: Kind): RegistryErrorCode {
  if (kind === 'attachment_menu' || kind === 'appellate_attachment_menu')
    return 'attachment_menu_instead'
  return kind === 'confirmation_page' ? 'charges_not_accepted' : 'unexpected_page'
}

/** Parses a page of one of the given kinds and its cost. */
export async function receivedAs(
  parse: ParsePage,
  answer: Answer,
  court: Court,
  ...kinds: Kind[]
): Promise<ReceivedPage> {
  const bytes = pageIn(answer, court)
  await readAs(parse, bytes, court, ...kinds)
  return received(bytes)
}

/** A page without account data, with its cost. */
export const received = (bytes: Uint8Array): ReceivedPage => ({
  bytes: withoutAccount(bytes),
  cost: toReceiptCost(parsePageReceipt(bytes)),
})
