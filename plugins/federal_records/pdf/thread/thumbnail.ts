import { encode } from 'fast-png'
import type { PdfiumPage } from './pdfium.js'

/** Pixels of the longer side. */
const SIDE = 400

/** A page as a small PNG in shades of gray. */
export function thumbnailOf(page: PdfiumPage): Uint8Array {
  const { width, height, pixels } = page.picture(SIDE / page.longerSide)
  return encode({ width, height, data: pixels, channels: 1, depth: 8 })
}
