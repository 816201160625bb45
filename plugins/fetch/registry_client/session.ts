import { AcmsApi } from './acms/api.js'
import { acmsDocket, acmsMenu } from './acms/dockets.js'
import { acmsDocument, acmsReceipt } from './acms/documents.js'
import { classicDocket, classicDocument, classicMenu, classicReceipt } from './appellate.js'
import { claimsActivity, creditors } from './bankruptcy_reports.js'
import { findCourt, requireKind, type Court } from './courts.js'
import { attachmentMenu, document, receipt, followToFile } from './documents.js'
import { isGuid, checkCaseId, checkDocketNumber } from './identifiers.js'
import { logOut } from './login.js'
import { caseQuery, claims, docketReport, freeOpinions, history } from './reports.js'
import { SessionTraffic, decodePageHead } from './session_traffic.js'
import type { Cookies } from './transport/cookies.js'
import type { Transport } from './transport/transport.js'
import type {
  ParsePage,
  RegistrySession,
  ManyDocuments,
  ReceivedFile,
  RequestContext,
  CaseHints,
  FoundCase,
} from './types.js'
import { costOfAll, pageIn, readAs, parsePageReceipts } from './readings.js'
import { RegistryError } from './registry_error.js'
import { isSameNumber, readDocketNumbers } from '#app/support/docket_number'
import { caseNameIn, chooseCase } from '#app/court_pages/possible_case_numbers'
import { docketNumberParts } from '#app/court_pages/docket_numbers'

/** Parts of a session. */
export interface SessionParts {
  transport: Transport
  parse: ParsePage
  cookies: Cookies
  proxy: string | null
  notice: string
  loggedInAt: number
}

/** A session, which uses the protocol of each court's software. */
export function makeSession(parts: SessionParts): RegistrySession {
  const { transport, parse, cookies, proxy, notice, loggedInAt } = parts
  const traffic = new SessionTraffic(transport, { cookies, proxy }, parse)
  const acms = new AcmsApi(traffic)
  return {
    notice,
    state: () => ({ cookies: cookies.kept(), proxy, notice, loggedInAt }),
    findCase: async (court, number, hints, context) =>
      findCase(traffic, findCourt(court), number, hints, context),
    entryCount: async (court, caseId, context) =>
      entryCount(traffic, findCourt(court), caseId, context),
    docketReport: async (court, caseId, options, context) =>
      docketReport(traffic, findCourt(court), caseId, options, context),
    async appellateDocket(courtId, docketNumber, options, context) {
      const court = findCourt(courtId)
      requireKind(court, 'appellate')
      const found = court.acms && (await acmsDocket(acms, court, docketNumber, context))
      return found ?? classicDocket(traffic, court, docketNumber, options, context)
    },
    async attachmentMenu(courtId, address, context) {
      const court = findCourt(courtId)
      if (isGuid(address.documentId)) return acmsMenu(acms, court, address, context)
      const menu = court.kind === 'appellate' ? classicMenu : attachmentMenu
      return menu(traffic, court, address, context)
    },
    async receipt(courtId, address, context) {
      const court = findCourt(courtId)
      if (isGuid(address.documentId)) return acmsReceipt(acms, court, address, context)
      const ask = court.kind === 'appellate' ? classicReceipt : receipt
      return ask(traffic, court, address, context)
    },
    async document(courtId, address, context) {
      const court = findCourt(courtId)
      if (isGuid(address.documentId)) return acmsDocument(acms, court, address, context)
      const buy = court.kind === 'appellate' ? classicDocument : document
      return buy(traffic, court, address, context)
    },
    history: async (court, caseId, what, context) =>
      history(traffic, findCourt(court), caseId, what, context),
    caseQuery: async (court, caseId, context) =>
      caseQuery(traffic, findCourt(court), caseId, context),
    claims: async (court, caseId, context) => claims(traffic, findCourt(court), caseId, context),
    claimsActivity: async (court, options, context) =>
      claimsActivity(traffic, findCourt(court), options, context),
    creditors: async (court, caseId, context) =>
      creditors(traffic, findCourt(court), caseId, context),
    manyDocuments: async (court, wanted, context) =>
      manyDocuments(traffic, findCourt(court), wanted, context),
    freeOpinions: async (court, from, to, context) =>
      freeOpinions(traffic, findCourt(court), from, to, context),
    logOut: (signal) => logOut(transport, { cookies, proxy }, signal),
  }
}

/** Maximum number of entries per request. */
const MAX_ENTRIES = 100
/** Text on the receipt page. */
const ACCEPT = /To accept charges shown below/i

/**
 * Buys all documents of entries in one file (court system 8): a PDF, or a ZIP file whose members are
 * named `<entry>-main.pdf` and `<entry>-<attachment>.pdf`.
 */
async function manyDocuments(
  traffic: SessionTraffic,
  court: Court,
  { caseId, sequences, zip }: ManyDocuments,
  context: RequestContext
): Promise<ReceivedFile> {
  requireKind(court, 'district', 'bankruptcy')
  const isWrong =
    sequences.length === 0 ||
    sequences.length > MAX_ENTRIES ||
    sequences.some((sequence) => !/^\d{1,15}$/.test(sequence))
  if (isWrong)
    throw new RegistryError(
      'invalid_parameters',
      `send 1 to ${MAX_ENTRIES} sequence numbers`,
      court.archiveId
    )
  const id = checkCaseId(caseId, court)
  const query = new URLSearchParams({
    caseid: id,
    arr_de_seq_nums: sequences.join(','),
    magic_num: '',
    pdf_header: '',
    hdr: '',
    psf_report: '',
    pdf_toggle_possible: '',
    ...(zip && { zipit: '1' }),
  })
  const path = `/cgi-bin/show_multidocs.pl?${query}`
  const bytes = pageIn(await traffic.get(court, path, { context }), court)
  const cost = ACCEPT.test(decodePageHead(bytes)) ? costOfAll(parsePageReceipts(bytes)) : null
  if (!cost) {
    // Throws the outcome of the page, which has no charges.
    await readAs(traffic.parse, bytes, court, 'confirmation_page')
    throw new RegistryError('unexpected_page', 'receipt missing', court.archiveId)
  }
  const asked = { context, isDocument: true, isZip: zip }
  const billed = { what: `documents of ${sequences.length} entries of case ${id}`, expected: cost }
  const bought = await traffic.post(court, path, {}, { ...asked, billed })
  return { ...(await followToFile(traffic, court, bought, asked)), cost }
}

/** Messages of courts for docket numbers of unknown or sealed cases. */
const NONE = /Cannot find|Case Under Seal/i

/** Looks up a docket number (court system 5). */
async function findCase(
  traffic: SessionTraffic,
  court: Court,
  docketNumber: string,
  hints: CaseHints,
  context: RequestContext
): Promise<FoundCase | null> {
  requireKind(court, 'district', 'bankruptcy')
  const number = checkDocketNumber(docketNumber, court).toLowerCase()
  const query = encodeURIComponent(number).replaceAll('%3A', ':')
  const path = `/cgi-bin/possible_case_numbers.pl?${query}`
  const answer = await traffic.get(court, path, { context })
  const bytes = pageIn(answer, court)
  const { result } = await readAs(traffic.parse, bytes, court, 'possible_case_numbers')
  if (result.cases.length === 0) {
    if (NONE.test(result.message ?? '')) return null
    throw new RegistryError('unexpected_page', 'no case and no message', court.archiveId)
  }
  const cases = result.cases.filter((one) => mayBe(docketNumber, one.docket_number))
  const found = chooseCase({ ...result, cases }, hints)
  if (found === 'ambiguous') throw new RegistryError('several_cases', '', court.archiveId)
  if (!found) return null
  const printed = found.title.split(' ', 1)[0]
  return {
    caseId: found.pacer_case_id,
    docketNumber: docketNumberParts(printed || found.docket_number).docket_number,
    caseName: caseNameIn(found.title),
  }
}

/** Whether a docket number matches the requested one in all parts that both contain. */
function mayBe(asked: string, found: string): boolean {
  const [one] = readDocketNumbers(asked).numbers
  const [other] = readDocketNumbers(found).numbers
  return !one || !other || isSameNumber(one, other)
}

/** Courts that charge for entry counts. */
const charging = new WeakMap<SessionTraffic['transport'], Set<string>>()

/** Number of entries of a case on the mobile site (court system 7). */
async function entryCount(
  traffic: SessionTraffic,
  court: Court,
  caseId: string,
  context: RequestContext
): Promise<number | null> {
  requireKind(court, 'district', 'bankruptcy')
  let courts = charging.get(traffic.transport)
  if (!courts) charging.set(traffic.transport, (courts = new Set()))
  if (courts.has(court.id)) return null
  const path = `/cgi-bin/mobile_query.pl?search=caseInfo&caseid=${checkCaseId(caseId, court)}`
  const answer = await traffic.post(court, path, {}, { context })
  const reading = await traffic.parse(pageIn(answer, court), court.id)
  if (!('kind' in reading) || reading.kind !== 'mobile_query') return null
  if (reading.result.cost) courts.add(court.id)
  return reading.result.entry_count
}
