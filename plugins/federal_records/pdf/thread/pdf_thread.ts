/** Reads PDFs in threads, so that no file blocks requests. */
import { readFile } from 'node:fs/promises'
import { countPages, firstPageText, readPageTexts, type UnreadableReason } from './page_texts.js'
import { PdfiumDocument, type PdfiumPage, type Picture, type PlacedCharacter } from './pdfium.js'
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

/** Pixels of the longer side of a thumbnail. */
const SIDE = 400

/** A page as a small grayscale PNG. */
function thumbnailOf(page: PdfiumPage): Uint8Array {
  const { width, height, pixels } = page.picture(SIDE / page.longerSide)
  return encode({ width, height, data: pixels, channels: 1, depth: 8 })
}

/** Pixels per point; a line of text is about ten pixels high. */
const SCALE = 1.5
/** Maximum characters of a page to check. */
const MAX_CHARACTERS = 50_000
/** Maximum gray value of a dark pixel, of 255. */
const DARK = 80
/** Maximum difference of gray values in a surface. */
const SAME = 8
/** Minimum hidden characters in a row; fewer are specks and bullets. */
const MIN_HIDDEN = 3
const WORD_CHARACTER = /[\p{L}\p{N}]/u

/** Whether a page has text under a dark surface: a box, annotation, or image. */
function hasHiddenText(page: PdfiumPage): boolean {
  if (page.isPlainText) return false
  const picture = page.picture(SCALE)
  if (!picture.pixels.some((shade) => shade <= DARK)) return false
  let hidden = 0
  for (const character of page.characters(picture, MAX_CHARACTERS)) {
    if (!WORD_CHARACTER.test(String.fromCodePoint(character.code))) continue
    hidden = isCovered(picture, character) ? hidden + 1 : 0
    if (hidden >= MIN_HIDDEN) return true
  }
  return false
}

/** Whether the area of a character is uniformly dark; a visible character has another shade. */
function isCovered({ width, pixels }: Picture, box: PlacedCharacter): boolean {
  const { left, top, right, bottom } = box
  if (right - left < 2 || bottom - top < 4) return false
  let [darkest, lightest] = [255, 0]
  // Excludes the edges, which a box of the height of the letters doesn't cover.
  const margin = Math.floor((bottom - top) / 5)
  for (let y = top + margin; y <= bottom - margin; y++) {
    for (let x = left + 1; x < right; x++) {
      const shade = pixels[y * width + x]!
      darkest = Math.min(darkest, shade)
      lightest = Math.max(lightest, shade)
    }
  }
  return lightest <= DARK && lightest - darkest <= SAME
}
