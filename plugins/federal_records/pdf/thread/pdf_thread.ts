/** Reads PDFs in threads, so that no file blocks requests. */
import { readFile } from 'node:fs/promises'
import {
  countPages,
  firstPageText,
  readPageTexts,
  type UnreadableReason,
} from '#app/support/page_texts'
import { hasHiddenText } from './hidden_text.js'
import { PdfiumDocument, type PdfiumPage } from './pdfium.js'
import { encode } from 'fast-png'

export type PdfTask = { kind: 'count' | 'first' | 'read'; file: string }

export interface ReadPdf {
  pages: string[]
  /** Numbers of pages, from 1, with hidden text that can be copied. */
  hiddenTextPages: number[]
  /** Whether it is a dynamic form (XFA), whose pages contain only a note to use another program. */
  isXfaForm: boolean
  /** The first page as a small PNG; null if it can't be rendered. */
  thumbnail: Uint8Array | null
}

export type PdfAnswer =
  { count: number | null } | { first: string } | ReadPdf | { unreadable: UnreadableReason }

/** Dynamic XFA forms (FORMTYPE_XFA_FULL in PDFium). */
const XFA_FULL = 2

export default async function readPdf({ kind, file }: PdfTask): Promise<PdfAnswer> {
  const data = new Uint8Array(await readFile(file))
  // pdf.js takes ownership of its bytes.
  if (kind === 'count') return { count: (await countPages(data)) ?? null }
  if (kind === 'first') return { first: await firstPageText(data) }
  const texts = await readPageTexts(data.slice())
  if ('unreadable' in texts) return texts
  const { pages } = texts
  return { pages, ...(await look(data, pages)) }
}

async function look(data: Uint8Array, pages: string[]): Promise<Omit<ReadPdf, 'pages'>> {
  const document = await PdfiumDocument.open(data)
  if (!document) return { hiddenTextPages: [], isXfaForm: false, thumbnail: null }
  try {
    const hidden = pages.map(
      (text, index) => text !== '' && document.withPage(index, hasHiddenText) === true
    )
    return {
      hiddenTextPages: hidden.flatMap((found, index) => (found ? [index + 1] : [])),
      isXfaForm: document.formType === XFA_FULL,
      thumbnail: document.withPage(0, thumbnailOf) ?? null,
    }
  } finally {
    document.close()
  }
}

/** Pixels of the longer side of a thumbnail. */
const SIDE = 400

/** A page as a small grayscale PNG. */
function thumbnailOf(page: PdfiumPage): Uint8Array {
  const { width, height, pixels } = page.picture(SIDE / page.longerSide)
  return encode({ width, height, data: pixels, channels: 1, depth: 8 })
}
