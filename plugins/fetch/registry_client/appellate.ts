import { requireKind, type Court } from './courts.js'
import { formDate } from './dates.js'
import { receiptIn, refusalIn } from './documents.js'
import { checkDocketNumber, documentIdFor } from './identifiers.js'
import { toReceiptCost, pageIn, readAs, received, receivedAs } from './readings.js'
import { RegistryError } from './registry_error.js'
import { decodePageHead, type Answer, type SessionTraffic } from './session_traffic.js'
import { deleteUnusedFile, urlencoded } from './transport/body.js'
import { parsePageForms } from '#app/court_pages/forms'
import type {
  DocketOptions,
  DocumentAddress,
  ExpectedCost,
  ReceivedFile,
  ReceivedPage,
  RequestContext,
} from './types.js'

/** Courts with another program path (court system 3). */
const CMECF_COURTS = new Set(['ca5', 'ca7', 'ca11'])

const programOf = ({ id }: Court) =>
  `/${CMECF_COURTS.has(id) ? 'cmecf' : 'n/beam'}/servlet/TransportRoom`

const pathOf = (court: Court, query: Record<string, string>) =>
  `${programOf(court)}?${new URLSearchParams(query).toString()}`

/** Path of the feed of an appellate court. */
export const appellateFeedPath = (court: Court): string =>
  pathOf(court, { servlet: 'RSSGenerator' })

/** The docket of a case in the classic system (court system 10). */
export async function classicDocket(
  traffic: SessionTraffic,
  court: Court,
  docketNumber: string,
  options: DocketOptions,
  context: RequestContext
): Promise<ReceivedPage> {
  requireKind(court, 'appellate')
  if (options.numberFrom !== undefined || options.numberTo !== undefined)
    throw new RegistryError(
      'invalid_parameters',
      'number ranges are not supported',
      court.archiveId
    )
  const number = checkDocketNumber(docketNumber, court)
  const path = pathOf(court, {
    servlet: 'CaseSummary.jsp',
    caseNum: number,
    fullDocketReport: 'Y',
    actionType: 'Run Docket Report',
    incDktEntries: 'Y',
    incOrigDkt: 'Y',
    incPrior: 'Y',
    incPanel: 'Y',
    incCaption: 'long',
    ...(options.memberCases && { incAssoc: 'Y' }),
    ...(options.parties && { incPtyAty: 'Y' }),
    dateFrom: formDate(options.dateFrom, court.archiveId),
    dateTo: formDate(options.dateTo, court.archiveId),
  })
  const billed = { what: `docket of case ${number}`, expected: null }
  const answer = await traffic.get(court, path, { context, billed })
  return receivedAs(traffic.parse, answer, court, 'appellate_docket')
}

/** The document menu of an entry; null for an entry with one document (court system 10). Billed. */
export async function classicMenu(
  traffic: SessionTraffic,
  court: Court,
  { documentId }: DocumentAddress,
  context: RequestContext
): Promise<ReceivedPage | null> {
  const path = `/docs1/${documentIdFor('menu', documentId, court)}`
  const billed = { what: `menu of document ${documentId}`, expected: null }
  const { content } = await traffic.get(court, path, { context, billed, isDocument: true })
  if (content.isFile) {
    await deleteUnusedFile(content.path)
    return null
  }
  const kinds = ['appellate_attachment_menu', 'confirmation_page'] as const
  const { kind } = await readAs(traffic.parse, content.bytes, court, ...kinds)
  if (kind === 'confirmation_page') return null
  return received(content.bytes)
}

/** The price of a document (court system 10). */
export async function classicReceipt(
  traffic: SessionTraffic,
  court: Court,
  document: DocumentAddress,
  context: RequestContext
): Promise<ExpectedCost> {
  const { content } = await ask(traffic, court, document, context)
  if (!content.isFile) return receiptIn(traffic, content.bytes, court)
  await deleteUnusedFile(content.path)
  return { pages: 0, dollars: '0.00', description: '', restricted: false }
}

/** Buys a document (court system 10). */
export async function classicDocument(
  traffic: SessionTraffic,
  court: Court,
  address: DocumentAddress,
  context: RequestContext
): Promise<ReceivedFile> {
  const { content } = await ask(traffic, court, address, context)
  // Free documents have no receipt.
  if (content.isFile) return { path: content.path, size: content.size, cost: null }
  const expected = await receiptIn(traffic, content.bytes, court)
  const cost = toReceiptCost({ restricted: false, ...expected })
  const billed = { what: `document ${address.documentId}`, expected: cost }
  const form = chargesIn(content.bytes, documentIdFor('item', address.documentId, court))
  // The confirmation form identifies the purchase; if there is no form, the link does.
  const bought = form
    ? await traffic.postBody(court, programOf(court), urlencoded(form), {
        context,
        billed,
        isDocument: true,
      })
    : await traffic.get(court, showPath(court, address), { context, billed, isDocument: true })
  if (!bought.content.isFile) throw refusalIn(pageIn(bought, court), court)
  return { path: bought.content.path, size: bought.content.size, cost }
}

/** The confirmation page of an item instead of the menu. */
function ask(
  traffic: SessionTraffic,
  court: Court,
  { documentId }: DocumentAddress,
  context: RequestContext
): Promise<Answer> {
  const path = `/docs1/${documentIdFor('item', documentId, court)}`
  return traffic.get(court, path, { context, isDocument: true })
}

function showPath(court: Court, { documentId, caseId }: DocumentAddress): string {
  return pathOf(court, {
    servlet: 'ShowDoc',
    incPdfHeader: 'Y',
    incPdfHeaderDisp: 'Y',
    dls_id: documentIdFor('item', documentId, court),
    pacer: 't',
    ...(caseId && { caseId }),
  })
}

/**
 * The form fields that accept the charges, or null. For a main document, they may contain the ID
 * of the entry's menu.
 */
function chargesIn(bytes: Uint8Array, item: string): Record<string, string> | null {
  const form = parsePageForms(decodePageHead(bytes)).find(({ name }) => name === 'AccCharge')
  if (form?.fields.servlet !== 'ShowDoc' || !form.fields.dls_id) return null
  return { ...form.fields, dls_id: item, incPdfHeader: 'Y', incPdfHeaderDisp: 'Y' }
}
