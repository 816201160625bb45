/** Quotations of a text, and the citations that they belong to. */

export interface Quotation {
  text: string
  /** Position of the text between the quotation marks, in UTF-16 units. */
  start: number
  end: number
  /** Whether the citation states that citations or notes are omitted. */
  omitsCitations: boolean
}

/** The position of a citation, in UTF-16 units. */
export interface CitationPlace {
  /** From the name of the case on. */
  start: number
  /** End of the volume, reporter, and page. */
  coreEnd: number
  /** After the parenthetical. */
  end: number
}

const CURLY = /\u201C([^\u201C\u201D]{1,6000})\u201D/g
const STRAIGHT = /"([^"]{1,6000})"/g
const PARAGRAPH = /\n\s*\n/
const MIN_WORDS = 3
/** Introductory signals between a quotation and its citation. */
const SIGNALS =
  /(?:[\s,;(\u2014\u2013-]*\b(?:see|also|accord|cf|e\.g|compare|with|but|and|quoting|citing|as|in|generally|contra|from|in re|ex parte|matter of|estate of)\b[.,]*)*[\s,;(]*$/i
/** The end of a sentence: a period after a word, and a capital letter or quotation mark after it. */
const SENTENCE_END = /(?:\p{Ll}{3}|\d|[)\]])[.?!]["\u201D\u2019')\]]*\s+(?=["\u201C(]?\p{Lu})/u
/** A period after a citation, and the next sentence. */
const NEXT_SENTENCE = /^[)\]]*\.[)\]]*\s+["\u201C]?\p{Lu}/u
const ENDED = /[.?!]["\u201D\u2019')\]]*\s*$/
/** The longest text between a quotation and the citation of its sentence. */
const MAX_BETWEEN = 600
const OMITTED =
  /\b(?:citations?|quotation marks|footnotes?|brackets|cleaned up|alterations?)\b[^()]{0,60}\bomitted|\bcleaned up\b/i
/** A term that the text defines: `(the "Motion to Dismiss")`. */
const BEFORE_TERM = /\((?:[^()"\u201C]{0,40})$/
const CAPITALIZED = /^(?:\p{Lu}[\p{L}'.-]*[\s,]*(?:(?:of|the|and|to|for|in)\s+)*){1,8}$/u

/**
 * Finds the quotations next to citations: in the sentence before, in the same sentence,
 * or in the parenthetical.
 *
 * @param source text with its paragraphs
 * @param citations in the order of the text
 * @returns the quotations of each citation
 */
export function findQuotations(source: string, citations: readonly CitationPlace[]): Quotation[][] {
  const found: Quotation[][] = citations.map(() => [])
  for (const quotation of quotationsIn(source)) {
    const place = ownerOf(source, quotation, citations)
    if (place === undefined) continue
    const { end, coreEnd } = citations[place]!
    const note = source.slice(coreEnd, Math.max(end, coreEnd) + MAX_NOTE)
    found[place]!.push({ ...quotation, omitsCitations: OMITTED.test(note) })
  }
  return found
}

/** Characters after a citation that can state what is omitted. */
const MAX_NOTE = 60

function* quotationsIn(source: string): Generator<Omit<Quotation, 'omitsCitations'>> {
  let offset = 0
  for (const paragraph of source.split(PARAGRAPH)) {
    const at = source.indexOf(paragraph, offset)
    offset = at + paragraph.length
    const marks = paragraph.includes('\u201C') ? CURLY : STRAIGHT
    for (const { 1: text, index } of paragraph.matchAll(marks)) {
      if ((text!.match(/[\p{L}\p{N}]+/gu) ?? []).length < MIN_WORDS) continue
      const start = at + index + 1
      const end = start + text!.length
      const before = source.slice(Math.max(0, start - 50), start - 1)
      const isTerm = BEFORE_TERM.test(before) && CAPITALIZED.test(text!)
      if (!isTerm) yield { text: text!, start, end }
    }
  }
}

function ownerOf(
  source: string,
  { start, end, text }: Omit<Quotation, 'omitsCitations'>,
  citations: readonly CitationPlace[]
): number | undefined {
  const around = citations.findIndex((one) => one.coreEnd <= start && end <= one.end)
  if (around >= 0) return around
  const next = citations.findIndex((one) => one.start >= end)
  if (next >= 0 && isBefore(source.slice(end + 1, citations[next]!.start), text)) return next
  const last = citations.findLastIndex((one) => one.coreEnd <= start)
  if (last >= 0) {
    const after = Math.max(citations[last]!.end, citations[last]!.coreEnd)
    const between = source.slice(after, start - 1)
    const fromEnd = source.slice(source[after - 1] === '.' ? after - 1 : after, start - 1)
    const isNext = NEXT_SENTENCE.test(fromEnd) || SENTENCE_END.test(between)
    if (between.length <= MAX_BETWEEN && !isNext) return last
  }
  return undefined
}

/** Whether a citation follows in the same sentence, or as the next one. */
function isBefore(between: string, quotation: string): boolean {
  if (between.length > MAX_BETWEEN) return false
  const bare = between.replace(SIGNALS, '')
  if (!bare.trim() || /^[\s.,;)\]"\u201D\u2019']*$/.test(bare)) return true
  if (ENDED.test(quotation) && /^\s+["\u201C]?\p{Lu}/u.test(between)) return false
  return !SENTENCE_END.test(bare.replace(ENDED, ''))
}
