import { page, pdf, type Answer } from '../http/answers.js'
import { getSimulatedCourt } from '../model/courts.js'
import type { Place } from '../model/world.js'
import { printsNumbers } from '../pages/appellate_docket.js'
import { appellatePage, appellateMenu } from '../pages/appellate_frame.js'
import { Markup, markup } from '../pages/markup.js'
import { receiptTable } from '../pages/receipt.js'
import { DOCUMENT_STATES } from '../model/types.js'
import { combinedPdf, documentPdf } from './pdfs.js'
import { bill, estimate, type ToBill, type Visit } from './visit.js'
import { messagePage, SIMULATED } from '../pages/frame.js'

/** `docs1/<id>`: an entry's menu, or the confirmation before a purchase (court-system, 10). */
export function docs1(visit: Visit): Answer | Promise<Answer> {
  const id = /\/docs1\/(\d{4,12})$/.exec(visit.request.path)?.[1] ?? ''
  const place = visit.system.world.place(id)
  if (!place || place.case.court !== visit.court) return says(visit, DOCUMENT_STATES.entry_missing)
  if (visit.request.values.has('uid')) return freeLook(visit, place)
  return isMenu(id, place) ? page(appellateMenu(place)) : confirm(visit, place)
}

/** `ShowDoc`: the confirmation, or the document with `pacer=t` (10). */
export async function showDocument(visit: Visit): Promise<Answer> {
  const { request, system, court } = visit
  const id = request.values.get('dls_id') ?? ''
  const place = system.world.place(id)
  if (!place || place.case.court !== court) return says(visit, DOCUMENT_STATES.entry_missing)
  if (isMenu(id, place)) return page(appellateMenu(place))
  if (request.values.get('pacer') !== 't') return confirm(visit, place)
  const { state, warns } = place.document
  if (state) return says(visit, DOCUMENT_STATES[state])
  if (warns && request.values.get('isWarn') !== 'yes') return page(warning(visit, place))
  bill(visit, billOf(place))
  return pdf(await documentPdf(place))
}

/** `ShowDocMulti`: the documents of an entry in one PDF. */
export async function showManyDocuments(visit: Visit): Promise<Answer> {
  const { request, system, court } = visit
  const of = system.world.case(court, request.values.get('caseId'))
  const entry = of?.entries.find(({ sequence }) => String(sequence) === request.values.get('d'))
  const places = (entry?.documents ?? [])
    .map(({ id }) => system.world.place(id))
    .filter((place) => place !== undefined)
    .filter(({ document }) => document.state === null && !document.warns)
  if (places.length === 0) return says(visit, DOCUMENT_STATES.entry_missing)
  for (const place of places) bill(visit, billOf(place))
  return pdf(await combinedPdf(places))
}

/** A main document with attachments shows the menu, unless the fourth digit of its ID is 1 (10). */
const isMenu = (id: string, { entry }: Place) => id[3] === '0' && entry.documents.length > 1

const says = ({ court }: Visit, text: string) =>
  page(
    appellatePage(
      court,
      'Document',
      markup`<p>The requested document cannot be displayed</p><p>${text}</p>`
    )
  )

const billOf = ({ case: of, entry, document }: Place): ToBill => {
  const number = printsNumbers(of) ? `${entry.number}` : document.id
  const part = printsNumbers(of) && document.attachment > 0 ? `-${document.attachment}` : ''
  return {
    description: 'PDF Document',
    criteria: { label: 'Search Criteria', value: `Case: ${of.number}, Document: ${number}${part}` },
    pages: document.pages,
    documentId: document.id,
  }
}

/** The confirmation page: a form that repeats the request with `pacer=t` (10). */
function confirm(visit: Visit, place: Place): Answer {
  const { state } = place.document
  if (state) return says(visit, DOCUMENT_STATES[state])
  const receipt = estimate(visit, billOf(place))
  const { name, transportRoom } = getSimulatedCourt(visit.court)
  const hidden = (field: string, value: string) =>
    markup`<input type="hidden" name="${field}" value="${value}">
`
  // The page has no menu.
  return page(markup`<!DOCTYPE html>
<html><head><title>Download Confirmation</title></head><body>
<center><strong><font size="5">Download Confirmation</font></strong><br><br>
<strong>Document: PDF Document (${receipt.criteria.value}) </strong><br><br>
Click the "Accept Charges and Retrieve" button once to download the document.<br>
Your account will be billed as shown below:<br>
${receiptTable({ ...receipt, time: `${name} - ${receipt.time}` })}
<hr><center><form name="AccCharge" action="${transportRoom}" method="post">
${hidden('servlet', 'ShowDoc')}${hidden('CSRF', 'csrf_-3765577682638124700')}${hidden('incPdfHeader', 'N')}<input type="checkbox" name="incPdfHeaderDisp" value="Y" checked> Show PDF Header
${hidden('dls_id', place.document.id)}${hidden('caseId', place.case.id)}${hidden('pacer', 't')}${hidden('recp', '')}<br><br><input type="button" value="Accept Charges and Retrieve" onclick="doSubmit()"></form></center>
</center><address>${SIMULATED}</address></body></html>
`)
}

/** The warning for a restricted document (10). */
function warning(visit: Visit, { document, case: of }: Place): Markup {
  const url = `TransportRoom?servlet=ShowDoc&dls_id=${document.id}&caseId=${of.id}&pacer=t&isWarn=yes`
  const script = `if (confirm('Access to the document you are about to view has been restricted: do not allow it to be seen by unauthorized persons. Continue?')) window.location = '${url}';`
  return markup`<html><head><title>SIMULATED - ${getSimulatedCourt(visit.court).name}</title></head><body><script>${new Markup(script)}</script></body></html>
`
}

/**
 * Serves a document once, without a login, for the key in a notice's link (court-system, 8).
 *
 * @returns the PDF, or a page if the key is invalid or already used
 */
export async function freeLook(visit: Visit, place: Place): Promise<Answer> {
  const { request, system, court } = visit
  const key = request.values.get('magic_num') ?? request.values.get('uid') ?? ''
  const { id, magicNumber } = place.document
  if (!magicNumber || key !== magicNumber || system.usedLooks.has(id))
    return page(
      messagePage(court, 'The free look at this document has been used, or the link is not valid.')
    )
  system.usedLooks.add(id)
  return pdf(await documentPdf(place))
}
