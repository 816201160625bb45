/** Text that a page doesn't show: under boxes, hatchings, images, and annotations. */
import { test } from '@japa/runner'
import { encode } from 'fast-png'
import {
  BlendMode,
  degrees,
  PDFDocument,
  rgb,
  StandardFonts,
  type PDFFont,
  type PDFPage,
} from 'pdf-lib'
import { hasHiddenText } from '../../pdf/thread/hidden_text.js'
import { PdfiumDocument } from '../../pdf/thread/pdfium.js'

type Draw = (page: PDFPage, font: PDFFont, document: PDFDocument) => unknown

const BOX = { x: 70, y: 695, width: 300, height: 20 }
const text = (page: PDFPage, font: PDFFont, other: Parameters<PDFPage['drawText']>[1] = {}) =>
  page.drawText('The secret witness is Ada Quill of Inkwell.', {
    x: 72,
    y: 700,
    size: 12,
    font,
    ...other,
  })
const box = (page: PDFPage, [red, green, blue]: [number, number, number] = [0, 0, 0]) =>
  page.drawRectangle({ ...BOX, color: rgb(red, green, blue) })

/** Crossing lines over the line of text. */
function hatch(page: PDFPage, step: number, thickness: number, shade = 0) {
  const color = rgb(shade, shade, shade)
  for (let x = 70; x < 400; x += step) {
    page.drawLine({ start: { x, y: 696 }, end: { x: x + 15, y: 712 }, thickness, color })
    page.drawLine({ start: { x: x + 15, y: 696 }, end: { x, y: 712 }, thickness, color })
  }
}

/** An image of one shade, by default over the line of text. */
async function image(page: PDFPage, document: PDFDocument, shade: number, place = BOX) {
  const data = new Uint8Array(16).fill(shade)
  const png = encode({ width: 4, height: 4, data, channels: 1, depth: 8 })
  page.drawImage(await document.embedPng(png), place)
}

/** An annotation over the line of text. */
function annotate(page: PDFPage, { context }: PDFDocument, kind: string, other = {}) {
  const entries = { Type: 'Annot', Subtype: kind, Rect: [70, 695, 370, 714], F: 4, ...other }
  page.node.addAnnot(context.register(context.obj(entries)))
}

async function isHidden(draw: Draw): Promise<boolean | undefined> {
  const document = await PDFDocument.create()
  const page = document.addPage([612, 792])
  await draw(page, await document.embedFont(StandardFonts.Helvetica), document)
  const opened = (await PdfiumDocument.open(await document.save()))!
  try {
    return opened.withPage(0, hasHiddenText)
  } finally {
    opened.close()
  }
}

const HIDDEN: [name: string, draw: Draw][] = [
  [
    'a black box',
    (page, font) => {
      text(page, font)
      box(page)
    },
  ],
  [
    'a red box',
    (page, font) => {
      text(page, font)
      box(page, [0.8, 0, 0])
    },
  ],
  [
    'a black box with gray crosses',
    (page, font) => {
      text(page, font)
      box(page)
      hatch(page, 15, 1, 0.4)
    },
  ],
  [
    'a black box with white crosses',
    (page, font) => {
      text(page, font)
      box(page)
      hatch(page, 15, 1, 1)
    },
  ],
  [
    'a hatching of lines',
    (page, font) => {
      text(page, font)
      hatch(page, 3, 1.5)
    },
  ],
  [
    'a hatching with gaps',
    (page, font) => {
      text(page, font)
      hatch(page, 5, 2)
    },
  ],
  [
    'the color of the paper',
    (page, font) => {
      text(page, font, { color: rgb(1, 1, 1) })
    },
  ],
  [
    'the color of the paper on a page with lines',
    (page, font) => {
      text(page, font, { color: rgb(1, 1, 1) })
      page.drawLine({ start: { x: 10, y: 10 }, end: { x: 90, y: 10 } })
    },
  ],
  [
    'a black image',
    async (page, font, document) => {
      text(page, font)
      await image(page, document, 0)
    },
  ],
  [
    'a white image',
    async (page, font, document) => {
      text(page, font)
      await image(page, document, 255)
    },
  ],
  [
    'a redaction that is not applied',
    (page, font, document) => {
      text(page, font)
      annotate(page, document, 'Redact')
    },
  ],
  [
    'a black square annotation',
    (page, font, document) => {
      text(page, font)
      annotate(page, document, 'Square', { IC: [0, 0, 0], C: [0, 0, 0] })
    },
  ],
  [
    'a black highlight annotation',
    (page, font, document) => {
      text(page, font)
      annotate(page, document, 'Highlight', {
        C: [0, 0, 0],
        QuadPoints: [70, 714, 370, 714, 70, 695, 370, 695],
      })
    },
  ],
  [
    'a box over white text',
    (page, font) => {
      text(page, font, { color: rgb(1, 1, 1) })
      box(page)
    },
  ],
  [
    'a box on a rotated page',
    (page, font) => {
      page.setRotation(degrees(90))
      text(page, font)
      box(page)
    },
  ],
  [
    'black text on a black box',
    (page, font) => {
      box(page)
      text(page, font)
    },
  ],
]

const SHOWN: [name: string, draw: Draw][] = [
  [
    'a white heading on a black box',
    (page, font) => {
      box(page)
      text(page, font, { color: rgb(1, 1, 1) })
    },
  ],
  [
    'a white heading on an image',
    async (page, font, document) => {
      await image(page, document, 0)
      text(page, font, { color: rgb(1, 1, 1) })
    },
  ],
  [
    'text on a light image',
    async (page, font, document) => {
      await image(page, document, 220)
      text(page, font)
    },
  ],
  [
    'text on a shaded cell',
    (page, font) => {
      box(page, [0.5, 0.5, 0.5])
      text(page, font)
    },
  ],
  [
    'a box that touches the letters from below',
    (page, font) => {
      text(page, font)
      page.drawRectangle({ x: 70, y: 680, width: 300, height: 19, color: rgb(0, 0, 0) })
    },
  ],
  [
    'a highlighted line',
    (page, font) => {
      text(page, font)
      page.drawRectangle({
        x: 70,
        y: 695,
        width: 300,
        height: 20,
        color: rgb(1, 1, 0),
        blendMode: BlendMode.Multiply,
      })
    },
  ],
  [
    'a struck line',
    (page, font) => {
      text(page, font)
      page.drawLine({ start: { x: 70, y: 704 }, end: { x: 370, y: 704 }, thickness: 1 })
    },
  ],
  [
    'an underlined line',
    (page, font) => {
      text(page, font)
      page.drawLine({ start: { x: 70, y: 698 }, end: { x: 370, y: 698 }, thickness: 2 })
    },
  ],
  [
    'a white box',
    (page, font) => {
      text(page, font)
      box(page, [1, 1, 1])
    },
  ],
  [
    'heavy letters',
    (page, font) => {
      page.drawText('IIIIIIII', { x: 72, y: 700, size: 40, font })
      page.drawLine({ start: { x: 10, y: 10 }, end: { x: 90, y: 10 } })
    },
  ],
  [
    'text that is drawn twice',
    (page, font) => {
      text(page, font)
      text(page, font, { x: 72.4 })
      page.drawLine({ start: { x: 10, y: 10 }, end: { x: 90, y: 10 } })
    },
  ],
  [
    'a table',
    (page, font) => {
      text(page, font)
      for (let x = 70; x < 380; x += 30)
        page.drawRectangle({
          x,
          y: 695,
          width: 30,
          height: 20,
          borderColor: rgb(0, 0, 0),
          borderWidth: 1,
        })
    },
  ],
  [
    'recognized text under a scan',
    async (page, font, document) => {
      text(page, font)
      await image(page, document, 230, { x: 0, y: 0, width: 612, height: 792 })
    },
  ],
  [
    'a hidden redaction',
    (page, font, document) => {
      text(page, font)
      annotate(page, document, 'Redact', { F: 2 })
    },
  ],
  [
    'a faint hatching behind the text',
    (page, font) => {
      hatch(page, 6, 1, 0.8)
      text(page, font)
    },
  ],
]

test.group('hidden text', () => {
  for (const [name, draw] of HIDDEN) {
    test(`is found: ${name}`, async ({ assert }) => {
      assert.isTrue(await isHidden(draw))
    })
  }

  for (const [name, draw] of SHOWN) {
    test(`is not reported: ${name}`, async ({ assert }) => {
      assert.isFalse(await isHidden(draw))
    })
  }
})
