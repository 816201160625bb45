/** Reads PDFs in threads: no file holds up requests. */
import { readFile } from 'node:fs/promises'
import { countPages, firstPageText, readPageTexts, type UnreadableReason } from './page_texts.js'
import { PdfiumDocument, type PdfiumPage, type Picture, type PlacedCharacter } from './pdfium.js'
import { encode } from 'fast-png'

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

/** Pixels of the longer side. */
const SIDE = 400

/** A page as a small PNG in shades of gray. */
function thumbnailOf(page: PdfiumPage): Uint8Array {
  const { width, height, pixels } = page.picture(SIDE / page.longerSide)
  return encode({ width, height, data: pixels, channels: 1, depth: 8 })
}

/** Pixels for a point: a line of text is some ten pixels high. */
const SCALE = 1.5
/** Characters of a page that are looked at. */
const MAX_CHARACTERS = 50_000
/** Shades up to this are dark, of 255. */
const DARK = 80
/** How far shades of one surface may differ. */
const SAME = 8
/** So many hidden characters in a row are a word; fewer are specks and bullets. */
const MIN_HIDDEN = 3
const WORD_CHARACTER = /[\p{L}\p{N}]/u

/** Whether a page has text under a dark surface, whatever drew it: a box, an annotation, an image. */
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

/**
 * Whether the place of a character is one dark surface. A character that can
 * be seen leaves at least its line in another shade.
 */
function isCovered({ width, pixels }: Picture, box: PlacedCharacter): boolean {
  const { left, top, right, bottom } = box
  if (right - left < 2 || bottom - top < 4) return false
  let [darkest, lightest] = [255, 0]
  // Without the edges, which a box of the height of the letters leaves free.
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
