/** Finds quoted text in an opinion. */
import { pageAt, toWords, type PagedWords } from './paged_text.js'

export interface QuotedPlace {
  firstPage: string
  lastPage: string
}

/** Omitted words and sentences: `. . .`, `…`, `* * *`. */
const ELLIPSIS = /(?:\.\s*){3,4}|\u2026\.?|\*\s*\*\s*\*/g
/** One letter in brackets changes its case; more replace words. */
const CHANGED_LETTER = /\[(\p{L})\](?=\p{L})/gu
const BRACKETS = /\[[^\]]{0,200}\]/g
/** Words that replaced words stand for. */
const MAX_REPLACED = 60
/** Characters that an omitted citation or note takes at most. */
const MAX_OMITTED = 400
const ANY = '\uE001'

/**
 * Finds a quotation, whose parts between ellipses occur in order.
 *
 * @param omitsCitations whether the brief states that citations or notes are omitted
 * @returns all places where it occurs; empty if it doesn't
 */
export function findQuotation(
  text: PagedWords,
  quotation: string,
  omitsCitations = false
): QuotedPlace[] {
  const parts = quotation
    .replaceAll(CHANGED_LETTER, '$1')
    .split(ELLIPSIS)
    .map((part) => part.replaceAll(BRACKETS, ` ${ANY} `))
    .map((part) => part.split(ANY).map(toWords).filter(Boolean))
    .filter((part) => part.length)
  if (!parts.length) return []
  const found: QuotedPlace[] = []
  const first = ` ${parts[0]![0]!} `
  for (let at = text.spaced.indexOf(first); at !== -1; at = text.spaced.indexOf(first, at + 1)) {
    const end = endOf(text.spaced, at, parts)
    if (end === undefined) continue
    found.push({ firstPage: pageAt(text, at + 1), lastPage: pageAt(text, end - 1) })
    if (found.length === MAX_PLACES) break
  }
  return found.length || !omitsCitations ? found : findWithGap(text, parts)
}

/** Places of a quotation that are reported. */
const MAX_PLACES = 20

/** @returns the end of the last part, if all follow in order */
function endOf(spaced: string, start: number, parts: readonly string[][]): number | undefined {
  let end = start
  for (const [place, pieces] of parts.entries()) {
    for (const [number, piece] of pieces.entries()) {
      const at = spaced.indexOf(` ${piece} `, end)
      // Within a part, brackets replace a few words.
      const isNear = number === 0 ? place > 0 || at === start : at - end <= MAX_REPLACED
      if (at === -1 || !isNear) return undefined
      end = at + piece.length + 1
    }
  }
  return end
}

/** A quotation that leaves out a citation within its words. */
function findWithGap(text: PagedWords, parts: readonly string[][]): QuotedPlace[] {
  const words = parts.flat().join(' ').split(' ')
  for (let kept = words.length - 1; kept > 0; kept--) {
    const head = ` ${words.slice(0, kept).join(' ')} `
    const start = text.spaced.indexOf(head)
    if (start === -1) continue
    const end = start + head.length - 1
    const tail = ` ${words.slice(kept).join(' ')} `
    const at = text.spaced.indexOf(tail, end)
    if (at === -1 || at - end > MAX_OMITTED) return []
    return [{ firstPage: pageAt(text, start + 1), lastPage: pageAt(text, at + tail.length - 2) }]
  }
  return []
}
