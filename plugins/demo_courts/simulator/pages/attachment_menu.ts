import { getCourtHost, getSimulatedCourt } from '../model/courts.js'
import type { SimulatedDocument } from '../model/types.js'
import type { Place } from '../model/world.js'
import { itemId } from '../model/world.js'
import { boxValue, documentLink, printedSize } from './docket_parts.js'
import { markup, type Markup } from './markup.js'

/**
 * The document menu of an entry in the old, new, or bankruptcy layout, with the court's numbering
 * (court-system, 9).
 */
export const attachmentMenu = (place: Place): Markup =>
  getSimulatedCourt(place.case.court).kind === 'bankruptcy'
    ? bankruptcyMenu(place)
    : districtMenu(place)

const downloadPath = ({ case: of, entry }: Place): string =>
  `/cgi-bin/show_multidocs.pl?caseid=${of.id}&arr_de_seq_nums=${entry.sequence}&magic_num=&pdf_header=&hdr=&psf_report=&pdf_toggle_possible=`

const sumOf = (documents: SimulatedDocument[], value: 'bytes' | 'pages'): number =>
  documents.reduce((sum, one) => sum + one[value], 0)

function bankruptcyMenu(place: Place): Markup {
  const path = downloadPath(place)
  const button = (label: string, url: string) =>
    markup`<input type="button" onClick="parent.location='${url}'" value="${label}">`
  return markup`<p>Document Selection Menu</p>
<p align="center"><big>Multiple Documents</big></p>
<p>Select the document you wish to view.</p>
<table cellpadding="4" cellspacing="3">
${partRows(place)}<tr><td colspan="4"><hr></td></tr>
<tr><td colspan="3">${button('View All', path)}\u00A0\u00A0or\u00A0\u00A0${button('Download All', `${path}&zipit=1`)}</td><td>${pagesText(sumOf(place.entry.documents, 'pages'))}</td></tr></table>`
}

function districtMenu(place: Place): Markup {
  const { documents } = place.entry
  const serials = documents.map(({ id }) => Number(id.slice(4)))
  const isOld = Math.max(...serials) <= getSimulatedCourt(place.case.court).lastCountingMain
  const path = downloadPath(place)
  const button = (name: string, label: string, type: 0 | 1) =>
    markup`<input type="button" id="${name}_button" onClick="submit_form(${type}, '${path}')" value="${label}">`
  const hidden = (id: string) => markup`<input type="hidden" id="${id}" value="0">`
  return markup`<p><b style="margin:10px">Document Selection Menu</b></p>
<p><span style="margin:10px">Select the document you wish to view.</span></p>
<form><table style="margin: 20px">
${isOld ? oldRows(place) : newRows(place)}<tr><td colspan="6"><hr></td></tr>
<tr><td colspan="4">${button('view', 'View Selected', 0)} or ${button('download', 'Download Selected', 1)}${hidden('total_page_counter')}${hidden('total_size_counter')}</td><td id="total_page_display">${pagesText(sumOf(documents, 'pages'))}</td><td id="total_size_display">${printedSize({ bytes: sumOf(documents, 'bytes') })}</td></tr>
</table></form>
<div id="file_too_big"><b>Note</b>: You must view each document individually if the combined PDF is too large.</div>`
}

/** Number of a document in the menu (9). Some courts count the main document as 1. */
const printedNumber = ({ case: of }: Place, { id, attachment }: SimulatedDocument): number =>
  Number(id.slice(4)) <= getSimulatedCourt(of.court).lastCountingMain ? attachment + 1 : attachment

const link = ({ case: of, entry }: Place, document: SimulatedDocument, text: string | number) =>
  // In a menu, the link of the main document requests the document itself.
  documentLink(
    {
      of,
      entry: { ...entry, documents: [document] },
      document: { ...document, id: itemId(document.id) },
    },
    text
  )

const pagesText = (pages: number) => `${pages} page${pages === 1 ? '' : 's'}`

/** Sizes in whole kilobytes, without checkboxes. */
function oldRows(place: Place): Markup {
  const [main, ...attachments] = place.entry.documents
  const sizes = (one: SimulatedDocument) =>
    markup`<td>${pagesText(one.pages)}</td><td>${Math.round(one.bytes / 1024)} kb</td>`
  return markup`<tr><td>Document Number:</td><td>${link(place, main, place.entry.number ?? '')}</td>${sizes(main)}</tr>
<tr><td><b>Attachment</b></td><td><b>Description</b></td></tr>
${attachments.map(
  (one) =>
    markup`<tr><td>${link(place, one, printedNumber(place, one))}</td><td>${one.description}</td>${sizes(one)}</tr>
`
)}`
}

const sizeCells = (one: SimulatedDocument): Markup =>
  markup`<td>${pagesText(one.pages)}</td><td> ${printedSize(one)}</td>`

function newRows(place: Place): Markup {
  const [main, ...attachments] = place.entry.documents
  return markup`<tr><td colspan="2"><b>Document Number:</b></td><td>${box(place, main)}</td><td>${link(place, main, place.entry.number ?? '')}</td>${sizeCells(main)}</tr>
<tr height="50px"><td colspan="2"><b>Attachment</b></td><td colspan="2"><b>Description</b></td><td><b>Pages</b></td><td><b>Size</b></td></tr>
${attachments.map(
  (one) =>
    markup`<tr><td>${box(place, one)}</td><td>${link(place, one, printedNumber(place, one))}</td><td colspan="2">${one.description}</td>${sizeCells(one)}</tr>
`
)}`
}

const box = ({ entry }: Place, document: SimulatedDocument): Markup =>
  markup`<input type="checkbox" name="document_${entry.number ?? 0}_${document.attachment}" autocomplete="off" value="${boxValue(document)}">`

/** Bankruptcy courts list parts without sizes and checkboxes; the main document is the first. */
function partRows(place: Place): Markup {
  const { documents } = place.entry
  return markup`<tr><th width="50" align="right">Part</th><th width="20">\u00A0</th><th width="150" align="left">Description</th></tr>
${documents.map(
  (one) =>
    markup`<tr><td align="right">${partLink(place, one)}</td><td></td><td>${one.description}</td><td>${pagesText(one.pages)}</td></tr>
`
)}`
}

/** Links of bankruptcy menus have no script. */
function partLink(place: Place, document: SimulatedDocument): Markup {
  const path = `/doc1/${itemId(document.id)}`
  const url = `https://${getCourtHost(place.case.court)}${path}`
  return markup`<a href="${path}" onContextMenu="this.href='${url}'">${printedNumber(place, document)}</a>`
}
