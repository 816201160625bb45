import { page, pdf, zip, type Answer } from '../http/answers.js'
import { fullNumber } from '../model/case_texts.js'
import type { Place } from '../model/world.js'
import { courtPage, messagePage } from '../pages/frame.js'
import { markup } from '../pages/markup.js'
import { receiptTable } from '../pages/receipt.js'
import { combinedPdf, documentPdf } from './pdfs.js'
import { bill, estimate, type ToBill, type Visit } from './visit.js'
import { zipOf } from './zip.js'

/**
 * `show_multidocs.pl`: all documents of entries, as one PDF or a zip; receipts first, then the
 * address of the file (court-system.md, 8).
 */
export function manyDocuments(visit: Visit): Answer {
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

/** Members are named by entry and attachment: `5-main.pdf`, `5-1.pdf` (8). */
async function zipFile(places: Place[]): Promise<Buffer> {
  const members = []
  for (const place of places) {
    const { entry, document } = place
    const part = document.attachment === 0 ? 'main' : String(document.attachment)
    members.push({ name: `${entry.number}-${part}.pdf`, bytes: await documentPdf(place) })
  }
  return zipOf(members)
}
