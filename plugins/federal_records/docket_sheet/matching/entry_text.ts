/** Compares the texts of docket entries as different sources print them. */

/** The words of a text, for comparisons. */
export interface ComparableText {
  /** Lowercase words without punctuation, markup, and the suffix with the date of entry. */
  words: string[]
  /** The words without spaces, because sources separate them differently. */
  compact: string
  /** The words with one space on each side. */
  spaced: string
  /** Dates of entry (`(Entered: 01/05/2024)`) as ISO dates. */
  entered: string[]
}

/** Characters that are compared; the rest of a longer text doesn't distinguish entries. */
const MAX_LENGTH = 50_000

const ENTERED =
  /[([]\s{0,3}entered:?\s{0,3}(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})\b[^()[\]]{0,30}[)\]]/gi
const TAG = /<\/?[a-z][^<>]{0,200}>/gi
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi
const APOSTROPHE = /['\u2019\u00B4`]/g
const WORD = /[\p{L}\p{N}]+/gu

/**
 * Reads a text for comparison: ignores case, spacing, punctuation, leftover HTML, and the suffix
 * with the date of entry, which only docket sheets print.
 */
export function comparableText(text: string): ComparableText {
  const entered: string[] = []
  const plain = text
    .slice(0, MAX_LENGTH)
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>')
    .replace(TAG, ' ')
    .replace(ENTITY, ' ')
    .replace(ENTERED, (_, month: string, day: string, year: string) => {
      entered.push(`${fullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
      return ' '
    })
  const words = plain.normalize('NFKC').replace(APOSTROPHE, '').toLowerCase().match(WORD) ?? []
  return { words, compact: words.join(''), spaced: ` ${words.join(' ')} `, entered }
}

/** Two-digit years belong to the last century from this one on. */
const LAST_CENTURY = 70

function fullYear(year: string): string {
  if (year.length === 4) return year
  return `${Number(year) < LAST_CENTURY ? '20' : '19'}${year}`
}

/** Minimum words of a text that identify it at the start of a longer text, and elsewhere in it. */
const MIN_START = 4
const MIN_INSIDE = 8

/**
 * Whether a text is a part of a longer one that is long enough to identify it. Courts add
 * attachments, filers, and corrections at the end of a text.
 *
 * @returns `part`, `short` for a part of a few words, or `none`
 */
export function containment(one: ComparableText, other: ComparableText): 'part' | 'short' | 'none' {
  const [short, long] = one.words.length <= other.words.length ? [one, other] : [other, one]
  if (!short.words.length) return 'none'
  if (startsWith(long.words, short.words)) return short.words.length >= MIN_START ? 'part' : 'short'
  if (short.words.length < MIN_INSIDE) return 'none'
  return long.spaced.includes(short.spaced) ? 'part' : 'none'
}

function startsWith(long: string[], short: string[]): boolean {
  return short.every((word, place) => word === long[place])
}

/** The share of common words, from 0 to 1. */
export function similarity(one: ComparableText, other: ComparableText): number {
  const counts = new Map<string, number>()
  for (const word of one.words) counts.set(word, (counts.get(word) ?? 0) + 1)
  let common = 0
  for (const word of other.words) {
    const left = counts.get(word) ?? 0
    if (left) common++
    counts.set(word, left - 1)
  }
  const total = one.words.length + other.words.length
  return total ? (2 * common) / total : 0
}

/** Words that labels and texts use differently. */
const FILLERS = new Set(
  'a an and as at by for from in into of on or re regarding the to with'.split(' ')
)
/** Kinds of a general event: `Notice (Other)`. */
const GENERAL = /\((?:[^()]{0,40})\)/g
/** Joins the labels of a filing with several events. */
const JOINED = ' AND '
/** Events that texts refer to: an order that grants a motion is not the motion. */
const EVENTS = new Set(
  `affidavit answer application brief certificate complaint declaration indictment judgment letter
  memorandum minutes motion notice objection opinion opposition order petition reply report request
  response stipulation summons transcript`.split(/\s+/)
)
/** Labels name the event, which a text mentions at its start. */
const MAX_WORDS = 60
const MAX_PARTS = 20

/** How well the label of a document fits a text. */
export interface LabelFit {
  /** The text begins with the label, contains it or all its words, or contains some words. */
  fit: 'start' | 'inside' | 'words' | 'some' | 'none'
  /** Significant words of the label that the text contains in this order. */
  matched: number
}

const RANK = { start: 4, inside: 3, words: 2, some: 1, none: 0 } as const

/** The best fit of a label, or of one of its joined parts, to the start of a text. */
export function labelFit(label: string, { words }: ComparableText): LabelFit {
  const text = words.slice(0, MAX_WORDS)
  let best: LabelFit = { fit: 'none', matched: 0 }
  for (const part of label.split(JOINED, MAX_PARTS)) {
    const fit = partFit(comparableText(part.replace(GENERAL, ' ')).words, text)
    if (RANK[fit.fit] > RANK[best.fit] || (fit.fit === best.fit && fit.matched > best.matched))
      best = fit
  }
  return best
}

function partFit(label: string[], text: string[]): LabelFit {
  const significant = label.filter((word) => !FILLERS.has(word))
  if (!significant.length) return { fit: 'none', matched: 0 }
  const { matched, first } = wordsInOrder(significant, text)
  if (startsWith(text, label)) return { fit: 'start', matched }
  const phrase = text.findIndex((_, place) => startsWith(text.slice(place), label))
  const isOwnEvent = (place: number) =>
    !text.slice(0, place).some((word) => EVENTS.has(word) && !significant.includes(word))
  if (phrase !== -1 && significant.length > 1 && isOwnEvent(phrase))
    return { fit: 'inside', matched }
  if (matched === significant.length && matched > 1 && isOwnEvent(first))
    return { fit: 'words', matched }
  const isPartial = 2 * matched >= significant.length && isOwnEvent(first)
  return { fit: phrase !== -1 || isPartial ? 'some' : 'none', matched }
}

/** The number of words that a text contains in their order, and the place of the first one. */
function wordsInOrder(words: string[], text: string[]): { matched: number; first: number } {
  let matched = 0
  let first = -1
  let from = 0
  for (const word of words) {
    const at = text.findIndex((one, place) => place >= from && isSameWord(one, word))
    if (at === -1) continue
    if (!matched++) first = at
    from = at + 1
  }
  return { matched, first }
}

/** Singular and plural forms are equal: `Motions to Dismiss`. */
function isSameWord(one: string, other: string): boolean {
  return one === other || `${one}s` === other || one === `${other}s`
}
