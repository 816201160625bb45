/**
 * Bad redactions: text under a black box, which readers do not see and
 * anyone can copy.
 */
import type { PdfiumPage, Picture, PlacedCharacter } from './pdfium.js'

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
export function hasHiddenText(page: PdfiumPage): boolean {
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
