/**
 * Text that can be copied although the page doesn't show it. A page is rendered whole, without
 * its text, and as text alone: a character that is drawn, but doesn't change the page, is covered
 * by a box, a hatching, an annotation, or an image.
 */
import type { Area, PdfiumPage, Picture, PlacedCharacter } from './pdfium.js'

/** Pixels per point; a line of text is about ten pixels high. */
const SCALE = 1.5
/** Maximum characters of a page to check. */
const MAX_CHARACTERS = 50_000
/** Minimum hidden characters in a row; fewer are specks and bullets. */
const MIN_HIDDEN = 3
/** The same for text in the color of the paper, which programs use for short marks. */
const MIN_WHITE = 8
/** Minimum gray value of paper and of text in its color, of 255. */
const WHITE = 245
/** Maximum mean gray value of a surface that covers text; boxes in lighter colors are layout. */
const DARK = 160
/** Maximum gray value, and maximum difference, in a dark area over text that isn't drawn. */
const BLACK = 80
const SAME = 8
/** The part of a character that covered text shows at most. */
const SHOWN = 0.4
/** Minimum mean change of the gray values in the area of a character. */
const CHANGED = 4

const WORD_CHARACTER = /[\p{L}\p{N}]/u

/**
 * Whether text is under a dark surface, an image, or a redaction that isn't applied, or has the
 * color of the paper.
 */
export function hasHiddenText(page: PdfiumPage): boolean {
  const isPlain = page.isPlainText
  const whole = page.picture(SCALE)
  const characters = page
    .characters(whole, MAX_CHARACTERS)
    .filter(({ code }) => WORD_CHARACTER.test(String.fromCodePoint(code)))
  if (isPlain) return hasRun(characters, MIN_WHITE, ({ shade }) => shade >= WHITE)
  const marked = page.redactionAreas(whole)
  if (hasRun(characters, MIN_HIDDEN, (one) => marked.some((area) => contains(area, one))))
    return true
  const images = page.imageAreas(whole)
  page.drawOnly('others')
  const others = page.picture(SCALE)
  page.drawOnly('text')
  const text = page.picture(SCALE, false)
  const isHidden = (one: PlacedCharacter) => {
    if (isTiny(one)) return false
    if (one.isInvisible) return isBlack(whole, one)
    const ink = 255 - meanShade(text, one)
    const shown = change(whole, others, one)
    // Text in the color of the paper has no ink.
    const isObscured = ink < CHANGED ? one.shade >= WHITE && shown < CHANGED : shown < ink * SHOWN
    const isUnder = meanShade(others, one) <= DARK || images.some((area) => contains(area, one))
    return isObscured && isUnder
  }
  const isWhite = (one: PlacedCharacter) =>
    !isTiny(one) &&
    !one.isInvisible &&
    one.shade >= WHITE &&
    meanShade(others, one) >= WHITE &&
    change(whole, others, one) < CHANGED
  return hasRun(characters, MIN_HIDDEN, isHidden) || hasRun(characters, MIN_WHITE, isWhite)
}

/** Whether a number of characters in a row meet a condition. */
function hasRun(
  characters: PlacedCharacter[],
  length: number,
  isMet: (one: PlacedCharacter) => boolean
): boolean {
  let run = 0
  for (const one of characters) {
    run = isMet(one) ? run + 1 : 0
    if (run >= length) return true
  }
  return false
}

const isTiny = ({ left, top, right, bottom }: Area) => right - left < 2 || bottom - top < 4

/** Whether the center of a character is in an area. */
function contains(area: Area, { left, top, right, bottom }: Area): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return x >= area.left && x <= area.right && y >= area.top && y <= area.bottom
}

/**
 * The indexes of a character's pixels, without the edges, which a box of the height of the letters
 * doesn't cover.
 */
function* pixelsOf(width: number, { left, top, right, bottom }: Area): Generator<number> {
  const margin = Math.floor((bottom - top) / 5)
  for (let y = top + margin; y <= bottom - margin; y++)
    for (let x = left + 1; x < right; x++) yield y * width + x
}

function meanShade({ width, pixels }: Picture, area: Area): number {
  let [sum, count] = [0, 0]
  for (const at of pixelsOf(width, area)) {
    sum += pixels[at]!
    count++
  }
  return count === 0 ? 255 : sum / count
}

/** The mean difference of two pictures in an area. */
function change(one: Picture, other: Picture, area: Area): number {
  let [sum, count] = [0, 0]
  for (const at of pixelsOf(one.width, area)) {
    sum += Math.abs(one.pixels[at]! - other.pixels[at]!)
    count++
  }
  return count === 0 ? 255 : sum / count
}

/** Whether an area is uniformly black. */
function isBlack({ width, pixels }: Picture, area: Area): boolean {
  let [darkest, lightest] = [255, 0]
  for (const at of pixelsOf(width, area)) {
    darkest = Math.min(darkest, pixels[at]!)
    lightest = Math.max(lightest, pixels[at]!)
  }
  return lightest <= BLACK && lightest - darkest <= SAME
}
