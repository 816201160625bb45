import type { CourtRequest } from '../http/request.js'
import { type SimulatedCourt, getSimulatedCourt, getCourtHost } from '../model/courts.js'
import { claimsActivity, claimsRegister } from './claims.js'
import { creditors } from './creditors.js'
import { documentCharge, doc1, showTemporary } from './doc1.js'
import { docketReport } from './docket_report.js'
import { courtFeed } from './feed.js'
import { history } from './history.js'
import { caseQuery } from './iquery.js'
import { possibleCaseNumbers } from './possible_case_numbers.js'
import { docs1 } from './show_doc.js'
import { transportRoom } from './transport_room.js'
import { type Program, type Visit, bill, estimate } from './visit.js'
import { writtenOpinions } from './written_opinions.js'
import { page, redirect, type Answer, pdf, zip } from '../http/answers.js'
import { itemId, type Place } from '../model/world.js'
import { messagePage, courtPage } from '../pages/frame.js'
import { markup } from '../pages/markup.js'
import { mobileCase } from '../pages/mobile_case.js'
import { receiptTable } from '../pages/receipt.js'
import { combinedPdf, documentPdf } from './pdfs.js'
import { createZip } from './zip.js'

/**
 * `show_multidocs.pl`: all documents of entries as one PDF or a ZIP file. Returns the receipts, then
 * the URL of the file (court-system, 8).
 */
function manyDocuments(visit: Visit): Answer {
  const { request, court, system } = visit
  const of = system.world.case(court, request.values.get('caseid'))
  const sequences = (request.values.get('arr_de_seq_nums') ?? '').split(',')
  const places = (of?.entries ?? [])
    .filter(({ sequence }) => sequences.includes(String(sequence)))
    .flatMap(({ documents }) => documents.map(({ id }) => system.world.place(id)))
    .filter((place) => place !== undefined)
    .filter(({ document }) => document.state === null)
  if (!of || places.length === 0)
    return page(messagePage(court, 'There are no documents in this case.'))
  const isZip = request.values.get('zipit') === '1'
  const bills = places.map(documentCharge)
  if (request.method !== 'POST') {
    const button = isZip ? 'Download Documents' : 'View Document'
    return page(
      courtPage(
        court,
        'Documents',
        markup`<p>To accept charges shown below, click on the '${button}' button, otherwise click the 'Back' button on your browser.</p>
${bills.map((toBill) => receiptTable(estimate(visit, toBill)))}
<form method="POST" enctype="multipart/form-data"><input type="submit" value="${button}"></form>`
      )
    )
  }
  for (const toBill of bills) bill(visit, toBill)
  const key = system.temporaries.keep(async () =>
    isZip ? zip(await zipFile(places)) : pdf(await combinedPdf(places))
  )
  const path = `/cgi-bin/show_temp.pl?file=${key}&type=application/${isZip ? 'zip' : 'pdf'}`
  const link = isZip
    ? markup`<a href="${path}">Download</a>`
    : markup`<iframe src="${path}" width="100%"></iframe>`
  return page(courtPage(court, 'Documents', link))
}

/** Members are named after entry and attachment: `5-main.pdf`, `5-1.pdf` (8). */
async function zipFile(places: Place[]): Promise<Buffer> {
  const members = []
  for (const place of places) {
    const { entry, document } = place
    const part = document.attachment === 0 ? 'main' : String(document.attachment)
    members.push({ name: `${entry.number}-${part}.pdf`, bytes: await documentPdf(place) })
  }
  return createZip(members)
}

/** `mobile_query.pl?search=caseInfo`: the number of entries, for free (court-system, 7). */
function mobileQuery({ request, court, system }: Visit): Answer {
  // Some clients send a second equals sign.
  const of = system.world.case(court, request.values.get('caseid')?.replace(/^=/, ''))
  if (!of || of.state === 'sealed') return page(messagePage(court, 'Case not found.'))
  return page(mobileCase(of))
}

/**
 * `show_case_doc?<number>,<case ID>,<attachment>,,`: redirects to the document with a number, at
 * district courts (court-system, 5).
 */
function showCaseDocument({ request, court, system }: Visit): Answer {
  const [number, caseId, attachment = ''] = decodeURIComponent(request.query).split(',')
  const of = system.world.case(court, caseId)
  const says = (text: string) => page(messagePage(court, text))
  if (getSimulatedCourt(court).kind !== 'district' || !of || of.state === 'sealed')
    return says('Case not found.')
  if (of.entries.every(({ documents }) => documents.length === 0))
    return says('There are no documents in this case.')
  const entry = of.entries.find((one) => String(one.number) === number)
  const document = entry?.documents[Number(attachment || 0)]
  if (!entry || !document) return says('The page ID does not exist.')
  const id = entry.documents.length > 1 && attachment === '' ? document.id : itemId(document.id)
  return redirect(`https://${getCourtHost(court)}/doc1/${id}`)
}

/** A program of a court's site. */
export interface CourtProgram {
  run: Program
  /** Requires no login. */
  isPublic?: boolean
  answersXml?: boolean
}

/** Programs of district and bankruptcy courts (court-system, 5–9). */
const CGI: Record<string, CourtProgram> = {
  'ClaimsActRpt.pl': { run: claimsActivity },
  'CredMatrixCase.pl': { run: creditors },
  'DktRpt.pl': { run: docketReport },
  'HistDocQry.pl': { run: history },
  'SearchClaims.pl': { run: claimsRegister },
  'WrtOpRpt.pl': { run: writtenOpinions },
  'iquery.pl': { run: caseQuery },
  'mobile_query.pl': { run: mobileQuery },
  'possible_case_numbers.pl': { run: possibleCaseNumbers, answersXml: true },
  'rss_outside.pl': { run: courtFeed, isPublic: true },
  'show_case_doc': { run: showCaseDocument },
  'show_multidocs.pl': { run: manyDocuments },
  'show_temp.pl': { run: showTemporary },
}

/** Court-specific program names (7). */
const OTHER_NAMES: Record<string, Record<string, string>> = {
  ared: { 'rss_outside4.pl': 'rss_outside.pl' },
  nyed: { 'readyDockets.pl': 'rss_outside.pl' },
  ohnd: { 'OHND_WrtOpRpt.pl': 'WrtOpRpt.pl' },
}

/** The program for a request to a court; undefined if unknown. */
export function programFor(site: SimulatedCourt, request: CourtRequest): CourtProgram | undefined {
  const { path, values } = request
  if (site.kind === 'appellate') return appellateProgram(site, request)
  if (path.startsWith('/doc1/')) return { run: doc1, isPublic: values.get('use_magic') === '1' }
  const asked = /^\/cgi-bin\/([\w.]{1,40})$/.exec(path)?.[1] ?? ''
  const own = new Map(Object.entries(OTHER_NAMES[site.id] ?? {}))
  // A renamed program isn't available under its usual name.
  const name = own.get(asked) ?? ([...own.values()].includes(asked) ? '' : asked)
  return Object.hasOwn(CGI, name) ? CGI[name] : undefined
}

/** Appellate courts have one program and document URLs (3, 10). */
function appellateProgram(
  { transportRoom: room }: SimulatedCourt,
  { path, values }: CourtRequest
): CourtProgram | undefined {
  if (path === room)
    return { run: transportRoom, isPublic: values.get('servlet') === 'RSSGenerator' }
  return path.startsWith('/docs1/') ? { run: docs1, isPublic: values.has('uid') } : undefined
}
