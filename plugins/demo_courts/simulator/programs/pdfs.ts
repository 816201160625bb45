import PDFDocument from 'pdfkit'
import { fullNumber } from '../model/case_texts.js'
import { getSimulatedCourt } from '../model/courts.js'
import type { Place } from '../model/world.js'
import { printedDate } from '../pages/markup.js'
import { SIMULATED } from '../pages/frame.js'

/** The PDF of a document, with its number of pages and the courts' page headers. */
export const documentPdf = (place: Place): Promise<Buffer> =>
  pdfOf({ title: `SIMULATED - ${titleOf(place)}`, pages: pagesOf(place) })

/** Several documents in one PDF. */
export const combinedPdf = (places: Place[]): Promise<Buffer> =>
  pdfOf({ title: 'SIMULATED - Documents', pages: places.flatMap(pagesOf) })

const titleOf = ({ entry, document }: Place) =>
  document.attachment > 0 ? document.description : entry.event

function pagesOf(place: Place): string[][] {
  const { case: of, entry, document } = place
  const isAppellate = of.kind === 'appellate' || of.kind === 'acms'
  const number = document.attachment > 0 ? `${entry.number}-${document.attachment}` : entry.number
  const stamp = (page: number) =>
    isAppellate
      ? `Case: ${fullNumber(of)} Document: ${number} Page: ${page} Date Filed: ${printedDate(entry.filed)}`
      : `Case ${fullNumber(of)} Document ${number} Filed ${printedDate(entry.filed)} Page ${page} of ${document.pages}`
  return Array.from({ length: document.pages }, (_, at) => [
    stamp(at + 1),
    getSimulatedCourt(of.court).name.toUpperCase(),
    of.name,
    titleOf(place),
    ...(at === 0 ? [entry.text] : []),
    ...paragraphs(of.name, at),
  ])
}

/** A report as a PDF. */
export function linesPdf(title: string, lines: string[]): Promise<Buffer> {
  const perPage = 40
  const pages = Array.from({ length: Math.ceil(lines.length / perPage) || 1 }, (_, at) =>
    lines.slice(at * perPage, (at + 1) * perPage)
  )
  return pdfOf({ title: `SIMULATED - ${title}`, pages })
}

/** Fixed creation date, so that equal documents have equal bytes. */
const MADE = new Date('2024-01-01T00:00:00Z')

function pdfOf({ title, pages }: { title: string; pages: string[][] }): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'LETTER',
    autoFirstPage: false,
    info: { Title: title, Producer: 'Curia simulated courts', CreationDate: MADE },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  for (const [stamp = '', ...rest] of pages) {
    pdf.addPage({ margins: { top: 60, bottom: 40, left: 72, right: 72 } })
    pdf.font('Helvetica').fontSize(8).fillColor('#1a3f8b').text(stamp, 72, 24, { lineBreak: false })
    pdf.fillColor('#a00000').text(SIMULATED, 72, 38, { lineBreak: false })
    pdf.font('Times-Roman').fontSize(11).fillColor('#000000').text('', 72, 66)
    for (const line of rest) pdf.text(line, { height: 40, ellipsis: true }).moveDown(0.4)
  }
  pdf.end()
  return done
}

const SENTENCES = [
  'This page belongs to an invented document of a simulated court.',
  'The parties, their counsel and the judge do not exist, and nothing was ever filed.',
  'The text is here so that a reader of documents has words to find and to search.',
  'The movant states that the requested relief is warranted by the record.',
  'The court has considered the papers and finds no ground to reach the other issues.',
]

/** Text that is different on each page. */
const paragraphs = (name: string, page: number): string[] =>
  SENTENCES.map((sentence, at) => `${page + 1}.${at + 1} ${sentence} (${name})`)
