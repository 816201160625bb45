/** Reads PDFs in threads: no file holds up requests. */
import { readFile } from 'node:fs/promises'
import { hasHiddenText } from './hidden_text.js'
import { countPages, firstPageText, readPageTexts, type UnreadableReason } from './page_texts.js'
import { PdfiumDocument } from './pdfium.js'
import { thumbnailOf } from './thumbnail.js'

export type PdfTask = { kind: 'count' | 'first' | 'read'; file: string }

export interface ReadPdf {
  pages: string[]
  /** Numbers of pages, from 1, with text that is hidden and can be copied. */
  hiddenTextPages: number[]
  /** Whether it is a form (XFA) whose pages only say that another program is needed. */
  isXfaForm: boolean
  /** The first page as a small PNG; null where it cannot be drawn. */
  thumbnail: Uint8Array | null
}

export type PdfAnswer =
  { count: number | null } | { first: string } | ReadPdf | { unreadable: UnreadableReason }

/** XFA forms without pages of their own (FORMTYPE_XFA_FULL of PDFium). */
const XFA_FULL = 2

export default async function readPdf({ kind, file }: PdfTask): Promise<PdfAnswer> {
  const data = new Uint8Array(await readFile(file))
  // pdf.js keeps the bytes it is given.
  if (kind === 'count') return { count: (await countPages(data)) ?? null }
  if (kind === 'first') return { first: await firstPageText(data) }
  const texts = await readPageTexts(data.slice())
  return 'unreadable' in texts ? texts : { ...texts, ...(await look(data, texts.pages)) }
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
