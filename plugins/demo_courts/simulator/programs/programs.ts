import type { CourtRequest } from '../http/request.js'
import { type SimulatedCourt, getSimulatedCourt, getCourtHost } from '../model/courts.js'
import { claimsActivity } from './claims_activity.js'
import { claimsRegister } from './claims_register.js'
import { creditors } from './creditors.js'
import { doc1, showTemporary } from './doc1.js'
import { docketReport } from './docket_report.js'
import { courtFeed } from './feed.js'
import { history } from './history.js'
import { caseQuery } from './iquery.js'
import { possibleCaseNumbers } from './possible_case_numbers.js'
import { docs1 } from './show_doc.js'
import { transportRoom } from './transport_room.js'
import { type Program, type Visit, bill, estimate, type ToBill } from './visit.js'
import { page, redirect, type Answer, webServerPage, pdf, zip } from '../http/answers.js'
import { itemId, type Place } from '../model/world.js'
import { messagePage, courtPage } from '../pages/frame.js'
import { markup, type Markup, isoDate, printedDate } from '../pages/markup.js'
import { fullNumber } from '../model/case_texts.js'
import { documentLink } from '../pages/docket_parts.js'
import { receiptTable } from '../pages/receipt.js'
import { combinedPdf, documentPdf } from './pdfs.js'
import { createZip } from './zip.js'

/**
 * `show_multidocs.pl`: all documents of entries as one PDF or a ZIP file. Returns the receipts, then
 * the URL of the file (court-system.md, 8).
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
  const bills = places.map(({ entry, document }): ToBill => ({
    description: `Image${entry.number}-${document.attachment}`,
    criteria: { label: 'Case Number', value: fullNumber(of) },
    pages: document.pages,
    documentId: document.id,
    time: 'document',
  }))
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

/** Courts without the report (court-system.md, 7). */
const NOT_OFFERED = new Set(['casb', 'innb', 'ohsb'])
/** Maximum number of days in a report. */
const MAX_DAYS = 7

/** `WrtOpRpt.pl`: free report of written opinions. Requires the nonce of its form (7). */
function writtenOpinions({ request, court, system }: Visit): Answer {
  if (NOT_OFFERED.has(court)) return webServerPage(404, 'Not Found')
  if (request.method !== 'POST')
    return page(courtPage(court, 'Written Opinions', form(request.path, system.nonces.issue())))
  const says = (text: string) => page(messagePage(court, text))
  if (!system.nonces.isIssued(request))
    return says('Incomplete request. Please try your query again.')
  const [from, to] = ['filed_from', 'filed_to'].map((name) =>
    isoDate(request.values.get(name) ?? '')
  )
  if (!from || !to || from > to)
    return says('Invalid date_from: the report needs two dates in order.')
  if (Date.parse(to) - Date.parse(from) > MAX_DAYS * 86_400_000)
    return says('Invalid date_from: the report covers at most a week.')
  const opinions = system.world
    .places()
    .filter(
      ({ case: of, document, entry }) =>
        of.court === court && document.isOpinion && entry.filed >= from && entry.filed <= to
    )
  return page(courtPage(court, 'Written Opinions', report(opinions)))
}

const form = (
  path: string,
  nonce: string
): Markup => markup`<form method="POST" enctype="multipart/form-data" action="..${path}?${nonce}">
<input name="filed_from"><input name="filed_to"><input type="hidden" name="ShowFull" value="1"><input type="submit" value="Run Report"></form>`

/** Opinions by case; the first cell is empty for further opinions of the same case. */
function report(opinions: Place[]): Markup {
  return markup`<h2>Written Opinions Report</h2>
<table border="1"><tr><th>Case Number &amp; Name</th><th>Filed</th><th>Doc.</th><th>Description</th><th>Notes</th></tr>
${opinions.map(({ case: of, entry, document }, at) => {
  const isSame = opinions[at - 1]?.case === of
  const title = markup`<a href="/cgi-bin/DktRpt.pl?${of.id}">${fullNumber(of)}</a> ${of.name}`
  return markup`<tr><td>${!isSame && title}</td><td>${printedDate(entry.filed)}</td><td>${documentLink({ of, entry: { ...entry, documents: [document] }, document }, entry.number ?? '')}</td><td>${entry.text}</td><td><i>NOS:</i> ${of.natureOfSuit}<br><i>Cause:</i> ${of.cause}</td></tr>
`
})}</table>`
}

/** `mobile_query.pl?search=caseInfo`: the number of entries, for free (court-system.md, 7). */
function mobileQuery({ request, court, system }: Visit): Answer {
  const of = system.world.case(court, request.values.get('caseid'))
  if (!of || of.state === 'sealed') return page(messagePage(court, 'Case not found.'))
  return page(
    markup`<!DOCTYPE html>
<html><head><title>Mobile Query</title></head><body>
<div data-role="header"><h3>SIMULATED - CM/ECF Mobile - ${court.toUpperCase()}</h3></div>
<input type="hidden" id="caseid" value="${of.id}">
<ul><li><a id="entriesLink" href="?search=entries&caseid=${of.id}">Docket Entries <span class="ui-li-count">${of.entries.length}</span></a></li></ul>
</body></html>
`
  )
}

/**
 * `show_case_doc?<number>,<case ID>,<attachment>,,`: redirects to the document with a number, at
 * district courts (court-system.md, 5).
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

/** Programs of district and bankruptcy courts (court-system.md, 5–9). */
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
