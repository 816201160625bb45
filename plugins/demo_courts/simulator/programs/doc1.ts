import { page, pdf, type Answer } from '../http/answers.js'
import { fullNumber } from '../model/case_texts.js'
import { getCourtHost, getSimulatedCourt } from '../model/courts.js'
import { itemId, type Place } from '../model/world.js'
import { attachmentMenu } from '../pages/attachment_menu.js'
import { courtPage, messagePage } from '../pages/frame.js'
import { markup, type Markup } from '../pages/markup.js'
import { receiptTable, type Receipt } from '../pages/receipt.js'
import { DOCUMENT_STATES } from '../model/types.js'
import { freeLook } from './show_doc.js'
import { documentPdf } from './pdfs.js'
import { bill, estimate, type ToBill, type Visit } from './visit.js'

/** `/doc1/<id>`: an entry's menu, a document's receipt, or the document (court-system, 8, 9). */
export async function doc1(visit: Visit): Promise<Answer> {
  const { request, court, system } = visit
  const id = /\/doc1\/(\d{4,12})$/.exec(request.path)?.[1]
  const says = (text: string) => page(messagePage(court, text))
  const place = id ? system.world.place(id) : undefined
  // The prefix of an ID identifies its court (8).
  if (!id || !place || place.case.court !== court) return says(DOCUMENT_STATES.unavailable)
  if (request.values.get('use_magic') === '1') return freeLook(visit, place)
  const { entry, document } = place
  if (id[3] === '0' && entry.documents.length > 1)
    return page(courtPage(court, 'Document Selection Menu', attachmentMenu(place)))
  const caseId = request.values.get('caseid')
  // The document belongs to another docket, such as another defendant's (8).
  if (caseId && caseId !== place.case.id) return says(`${DOCUMENT_STATES.unknown_case}: ${caseId}`)
  if (document.state) return says(DOCUMENT_STATES[document.state])
  if (visit.session?.account.needsClientCodeForDocuments && !visit.session.clientCode)
    return says('A Client Code is required for PACER search.')
  if (document.isOpinion) return pdf(await documentPdf(place))
  const toBill = documentCharge(place)
  if (request.method !== 'POST' || request.values.get('got_receipt') !== '1')
    return page(courtPage(court, 'Document', receiptPage(place, estimate(visit, toBill))))
  bill(visit, toBill)
  return deliver(visit, place)
}

/** The charge for a document. Attachment 0 is the main document (13). */
export const documentCharge = ({ case: of, entry, document }: Place): ToBill => ({
  description: `Image${of.court.endsWith('b') ? ':' : ''}${entry.number}-${document.attachment}`,
  criteria: { label: 'Case Number', value: fullNumber(of) },
  pages: document.pages,
  documentId: document.id,
  time: 'document',
})

/** The receipt page before a purchase, with a warning for restricted documents (12). */
function receiptPage({ case: of, entry, document }: Place, receipt: Receipt): Markup {
  const path = `/doc1/${itemId(document.id)}`
  const more = of.court.endsWith('b') ? `,'','',''` : `,'',''`
  const script = `goDLS('${path}','${of.id}','${entry.sequence}','1','1','1',''${more});return(false);`
  return markup`${
    document.warns &&
    markup`<table>
        <tr>
          <td>Warning!</td>
        </tr>
        <tr>
          <td>
            <b
              >This document is restricted to participants of the case: do not allow it to be seen
              by others.</b
            >
          </td>
        </tr>
      </table> `
  }
<p>To accept charges shown below, click on the 'View Document' button, otherwise click the 'Back' button on your browser.</p>
<form method="POST" action="https://${getCourtHost(of.court)}${path}" onsubmit="${script}">${receiptTable(receipt)}<input type="submit" value="View Document"></form>`
}

/** Delivers the bought document (8). */
async function deliver({ court, system }: Visit, place: Place): Promise<Answer> {
  const { delivery } = place.document
  const file = async () => pdf(await documentPdf(place))
  if (delivery === 'pdf') return file()
  if (delivery === 'pdf_in_html') {
    const { body } = await file()
    return page(
      `<html><body><pre>${body.toString('latin1').slice(0, 2_000)}\n<!-- pdf:Producer simulated --></pre></body></html>`
    )
  }
  const path = `/cgi-bin/show_temp.pl?file=${system.temporaries.keep(file)}&type=application/pdf`
  if (delivery === 'iframe')
    return page(courtPage(court, 'Document', markup`<iframe src="${path}" width="100%"></iframe>`))
  return page(
    markup`<html>
      <head>
        <title>SIMULATED - ${getSimulatedCourt(court).name}</title>
      </head>
      <body>
        <script>window.location = "${path}";</script>
      </body>
    </html>`
  )
}

/** `show_temp.pl`: a bought file under its own URL (8). */
export async function showTemporary({ court, request, system }: Visit): Promise<Answer> {
  const file = system.temporaries.find(request.values.get('file') ?? '')
  return file ? file() : page(messagePage(court, DOCUMENT_STATES.unavailable))
}
