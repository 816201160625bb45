/** PDFs for tests, made by `pdf-lib`. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createDeflate } from 'node:zlib'
import {
  concatTransformationMatrix,
  degrees,
  drawObject,
  type PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
  popGraphicsState,
  pushGraphicsState,
  rgb,
  StandardFonts,
  type PDFPage,
} from 'pdf-lib'
import { PdfiumDocument, type Picture } from '../pdf/thread/pdfium.js'

export interface PageWishes {
  /** Lines of text from the top. */
  lines?: string[]
  /** Boxes that cover lines; the label is drawn on the box in white. */
  boxes?: { line: number; shade?: number; label?: string }[]
  /** Annotations that cover lines with black squares. */
  annotations?: { line: number }[]
  /** Rotation in degrees. */
  rotate?: number
  /** A scan that fills the page. */
  scan?: Picture
}

const [WIDTH, HEIGHT, SIZE] = [612, 792, 12]
const lineAt = (line: number) => HEIGHT - 72 - line * 20

/** A paragraph long enough that its page needs no OCR. */
export const PARAGRAPH = Array.from(
  { length: 6 },
  (_, n) => `Paragraph line ${n + 1} of an ordinary filing with enough words on it.`
)

/**
 * @param marker appears verbatim in the bytes of the file
 * @returns the bytes of a PDF with these pages
 */
export async function makePdf(
  pages: PageWishes[],
  { marker }: { marker?: string } = {}
): Promise<Buffer> {
  const document = await PDFDocument.create()
  if (marker) document.context.trailerInfo.ID = document.context.obj([PDFString.of(marker)])
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const { lines = [], boxes = [], annotations = [], rotate = 0, scan } of pages) {
    const page = document.addPage([WIDTH, HEIGHT])
    if (rotate) page.setRotation(degrees(rotate))
    if (scan) drawScan(page, scan)
    for (const [place, line] of lines.entries())
      page.drawText(line, { x: 72, y: lineAt(place), size: SIZE, font })
    for (const box of boxes) drawBox(page, box)
    for (const { line } of annotations) annotate(page, line)
  }
  return Buffer.from(await document.save({ useObjectStreams: false }))
}

function drawBox(
  page: PDFPage,
  { line, shade = 0, label }: { line: number; shade?: number; label?: string }
) {
  const y = lineAt(line)
  page.drawRectangle({ x: 70, y: y - 3, width: 470, height: 15, color: rgb(shade, shade, shade) })
  if (label) page.drawText(label, { x: 72, y, size: SIZE, color: rgb(1, 1, 1) })
}

function drawScan(page: PDFPage, { width, height, pixels }: Picture) {
  const { context } = page.doc
  const image = context.flateStream(pixels, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: 8,
  })
  const name = page.node.newXObject('Scan', context.register(image))
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(WIDTH, 0, 0, HEIGHT, 0, 0),
    drawObject(name),
    popGraphicsState()
  )
}

/** Renders a page like a scanner. */
export async function renderScan(page: PageWishes): Promise<Picture> {
  const document = (await PdfiumDocument.open(await makePdf([page])))!
  const picture = document.withPage(0, (one) => one.picture(200 / 72))!
  document.close()
  return picture
}

/** A password-protected PDF. */
export async function encryptedPdf(): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.addPage()
  const { context } = document
  const [owner, user, id] = ['a1', 'b2', 'c3'].map((byte) => PDFHexString.of(byte.repeat(32)))
  context.trailerInfo.Encrypt = context.register(
    context.obj({ Filter: 'Standard', V: 1, R: 2, O: owner!, U: user!, P: -44 })
  )
  context.trailerInfo.ID = context.obj([id!, id!])
  return Buffer.from(await document.save({ useObjectStreams: false }))
}

/** A dynamic form, whose only page has a note to use another program. */
export async function xfaPdf(): Promise<Buffer> {
  const document = await PDFDocument.load(await makePdf([{ lines: ['Please wait...'] }]))
  const { context, catalog } = document
  const form = context.register(context.stream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>'))
  catalog.set(PDFName.of('AcroForm'), context.obj({ XFA: form, Fields: [] }))
  catalog.set(PDFName.of('NeedsRendering'), context.obj(true))
  return Buffer.from(await document.save())
}

function annotate(page: PDFPage, line: number) {
  const { context } = page.doc
  const [left, bottom, width, height] = [70, lineAt(line) - 3, 470, 15]
  const appearance = context.stream(`0 g 0 0 ${width} ${height} re f`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
  })
  const square = context.obj({
    Type: 'Annot',
    Subtype: 'Square',
    Rect: [left, bottom, left + width, bottom + height],
    F: 4,
    AP: { N: context.register(appearance) },
  })
  page.node.addAnnot(context.register(square))
}

/** A small PDF whose page decompresses to the given number of bytes. */
export async function unpackingPdf(bytes: number): Promise<Buffer> {
  const document = await PDFDocument.create()
  const page = document.addPage()
  const packed = await buffer(Readable.from(blanks(bytes)).pipe(createDeflate()))
  const dictionary = document.context.obj({ Filter: 'FlateDecode' }) as PDFDict
  const stream = document.context.register(PDFRawStream.of(dictionary, packed))
  page.node.set(PDFName.of('Contents'), stream)
  return Buffer.from(await document.save({ useObjectStreams: false }))
}

function* blanks(bytes: number): Generator<Buffer> {
  const some = Buffer.alloc(1_000_000, ' ')
  for (let made = 0; made < bytes; made += some.length) yield some
}
