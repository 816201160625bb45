import { getSimulatedCourt } from '../model/courts.js'
import type { SimulatedDocument } from '../model/types.js'
import type { Place } from '../model/world.js'
import { itemId } from '../model/world.js'
import { boxValue, documentLink } from './docket_parts.js'
import { markup, type Markup } from './markup.js'

/**
 * The document menu of an entry in the old, new, or bankruptcy layout, with the court's numbering
 * (court-system.md, 9).
 */
export function attachmentMenu(place: Place): Markup {
  const { case: of, entry } = place
  const court = getSimulatedCourt(of.court)
  const ids = entry.documents.map(({ id }) => Number(id.slice(4)))
  const isOld = court.kind === 'district' && Math.max(...ids) <= court.lastCountingMain
  const rows =
    court.kind === 'bankruptcy' ? partRows(place) : isOld ? oldRows(place) : newRows(place)
  const link = `/cgi-bin/show_multidocs.pl?caseid=${of.id}&arr_de_seq_nums=${entry.sequence}&magic_num=&pdf_header=&hdr=&psf_report=&pdf_toggle_possible=`
  return markup`<p>
      <b>${court.kind === 'bankruptcy' ? 'Multiple Documents' : 'Document Selection Menu'}</b>
    </p>
    <p>Select the document you wish to view.</p>
    <form method="POST">
      <table>
        ${rows}
      </table>
      <input type="button" value="View All" onClick="location.href='${link}'" />
      <input type="button" value="Download All" onClick="location.href='${link}&zipit=1'" />
    </form>
    <div id="file_too_big"></div>
    <p>You may also view each document individually.</p>`
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

function oldRows(place: Place): Markup {
  const [main, ...attachments] = place.entry.documents
  const sizes = (one: SimulatedDocument) =>
    markup`<td>${pagesText(one.pages)}</td>
      <td>${Math.round(one.bytes / 1024)} kb</td>`
  return markup`<tr>
      <td>Document Number:</td>
      <td>${link(place, main, place.entry.number ?? '')}</td>
      ${sizes(main)}
    </tr>
    <tr>
      <th>Attachment</th>
      <th>Description</th>
    </tr>
    ${attachments.map(
      (one) =>
        markup`<tr>
          <td>${link(place, one, printedNumber(place, one))}</td>
          <td>${one.description}</td>
          ${sizes(one)}
        </tr> `
    )}`
}

function newRows(place: Place): Markup {
  const [main, ...attachments] = place.entry.documents
  return markup`<tr>
      <td colspan="2"><b>Document Number:</b></td>
      <td>${box(place, main)}</td>
      <td>${link(place, main, place.entry.number ?? '')}</td>
      <td>${pagesText(main.pages)}</td>
      <td></td>
    </tr>
    <tr>
      <th></th>
      <th>Attachment</th>
      <th>Description</th>
      <th>Pages</th>
      <th>Size</th>
    </tr>
    ${attachments.map(
      (one) =>
        markup`<tr>
          <td>${box(place, one)}</td>
          <td>${link(place, one, printedNumber(place, one))}</td>
          <td>${one.description}</td>
          <td>${pagesText(one.pages)}</td>
          <td></td>
        </tr> `
    )}`
}

/** Bankruptcy courts list parts; the main document is the first. */
const partRows = (place: Place): Markup =>
  markup`<tr>
      <th></th>
      <th>Part</th>
      <th>Description</th>
      <th>Pages</th>
    </tr>
    ${place.entry.documents.map(
      (one) =>
        markup`<tr>
          <td>${box(place, one)}</td>
          <td>${link(place, one, printedNumber(place, one))}</td>
          <td>${one.description}</td>
          <td>${pagesText(one.pages)}</td>
        </tr> `
    )}`

const box = ({ entry }: Place, document: SimulatedDocument): Markup =>
  markup`<input
    type="checkbox"
    name="document_${entry.number ?? 0}_${document.attachment}"
    value="${boxValue(document)}"
  />`
