/**
 * Letters and digits of texts in one sequence. Case, spaces, punctuation, leading zeros, and the
 * format of dates make no difference, so a page's text and its values in a record are equal here.
 */

/** What precedes a word: only spaces, punctuation, or a boundary of a block. */
export const Gap = { space: 0, punctuation: 1, block: 2 } as const

/** A hash of characters; equal texts have equal hashes. */
export function textHash(chars: Uint16Array, start: number, end: number): number {
  let hash = end - start
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 0x01000193) ^ chars[at]) | 0
  return hash
}

/** Words written in several ways. */
const ALIASES = new Map([
  ['vs', 'v'],
  ['3rd', 'third'],
  ['pty', 'party'],
  ['usa', 'unitedstates'],
])
const LONGEST_ALIAS = 3

/** Letters in lowercase and digits by their code; 0 for separators. */
const PLAIN = new Uint8Array(128)
for (let code = 0x30; code <= 0x39; code++) PLAIN[code] = code
for (let code = 0x61; code <= 0x7a; code++) PLAIN[code] = PLAIN[code - 0x20] = code

const ZERO = 0x30
const NINE = 0x39
const NO_BREAK_SPACE = 0xa0

/** Letters outside of ASCII; quotes, dashes, and signs separate words. */
const otherLetter = (code: number) =>
  (code > 0xbf || code === 0xaa || code === 0xba) &&
  !(code >= 0x2000 && code <= 0x2bff) &&
  !(code >= 0x3000 && code <= 0x303f) &&
  code !== 0xd7 &&
  code !== 0xf7

/** Months by their first three letters. */
const MONTHS = new Map(
  'jan feb mar apr may jun jul aug sep oct nov dec'
    .split(' ')
    .map((name, at) => [packed(name.charCodeAt(0), name.charCodeAt(1), name.charCodeAt(2)), at + 1])
)
const MONTH_NAMES =
  'january february march april may june july august september october november december'.split(' ')

function packed(one: number, two: number, three: number): number {
  return (one << 16) | (two << 8) | three
}

/** A number or a month's name, as a part of a date. */
interface DatePart {
  value: number
  digits: number
  isMonth: boolean
  /** The only character between it and the previous part; 0 for several. */
  before: number
  /** The number of its word. */
  word: number
}

const FIRST_DATE = 0xe000

/** Two characters for a day, from the area for private use. */
const dayCode = (month: number, day: number) => FIRST_DATE + 0x1000 + month * 32 + day
const yearCode = (year: number) => FIRST_DATE + (year & 0xfff)

/** Text to which blocks of a page, or values of a record, are appended. */
export class TextStream {
  chars = new Uint16Array(4_096)
  length = 0
  /** Words by number: their place in `chars`, and both ends in the text of their block. */
  readonly starts: number[] = []
  readonly from: number[] = []
  readonly to: number[] = []
  readonly gaps: number[] = []
  readonly blockOf: number[] = []
  readonly blocks: string[] = []
  #parts: DatePart[] = []

  /** The number of words. */
  get words(): number {
    return this.starts.length
  }

  /** The end of a word in `chars`. */
  endOf(word: number): number {
    return word + 1 < this.starts.length ? this.starts[word + 1] : this.length
  }

  /** Appends a text; its first word starts a block. */
  add(text: string): void {
    const block = this.blocks.length
    this.blocks.push(text)
    this.#parts = []
    if (this.chars.length < this.length + text.length * 2 + 16) this.#grow(text.length * 2 + 16)
    let gap: number = Gap.block
    let separators = 0
    let separator = 0
    for (let at = 0; at < text.length;) {
      const code = text.charCodeAt(at)
      if (code < 128 ? PLAIN[code] === 0 : !otherLetter(code)) {
        if (code > 0x20 && code !== NO_BREAK_SPACE && gap === Gap.space) gap = Gap.punctuation
        separator = code
        separators++
        at++
        continue
      }
      const end = this.#addWord(text, at)
      this.from.push(at)
      this.to.push(end)
      this.gaps.push(gap)
      this.blockOf.push(block)
      this.#findDate(separators === 1 ? separator : 0)
      gap = Gap.space
      separators = 0
      at = end
    }
  }

  #grow(more: number): void {
    const grown = new Uint16Array(Math.max(this.chars.length * 2, this.length + more))
    grown.set(this.chars.subarray(0, this.length))
    this.chars = grown
  }

  /** Appends the word at a place of a text, and returns its end. */
  #addWord(text: string, from: number): number {
    const { chars } = this
    const start = this.length
    let length = start
    let at = from
    let onlyDigits = true
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      const plain = code < 128 ? PLAIN[code] : otherLetter(code) ? code : 0
      if (plain === 0) break
      if (plain > NINE) onlyDigits = false
      chars[length++] = plain
    }
    this.starts.push(start)
    const written = length - start
    if (onlyDigits) {
      let value = 0
      for (let digit = start; digit < length; digit++) value = value * 10 + chars[digit] - ZERO
      let zeros = 0
      while (zeros < written - 1 && chars[start + zeros] === ZERO) zeros++
      if (zeros > 0) {
        chars.copyWithin(start, start + zeros, length)
        length -= zeros
      }
      this.#pushPart(value, written, false)
    } else if (written >= 3 && this.#isMonth(start, written)) {
      const month = MONTHS.get(packed(chars[start], chars[start + 1], chars[start + 2]))!
      this.#pushPart(month, 0, true)
    } else {
      this.#parts = []
      if (written <= LONGEST_ALIAS) length = this.#replaceAlias(start, length)
    }
    this.length = length
    return at
  }

  #replaceAlias(start: number, end: number): number {
    if (end - start < 2) return end
    const alias = ALIASES.get(String.fromCharCode(...this.chars.subarray(start, end)))
    if (alias === undefined) return end
    for (let at = 0; at < alias.length; at++) this.chars[start + at] = alias.charCodeAt(at)
    return start + alias.length
  }

  #isMonth(start: number, written: number): boolean {
    const { chars } = this
    const month = MONTHS.get(packed(chars[start], chars[start + 1], chars[start + 2]))
    if (month === undefined) return false
    const name = MONTH_NAMES[month - 1]
    if (written > name.length) return false
    for (let at = 3; at < written; at++) if (chars[start + at] !== name.charCodeAt(at)) return false
    return true
  }

  #pushPart(value: number, digits: number, isMonth: boolean): void {
    this.#parts.push({ value, digits, isMonth, before: 0, word: this.starts.length - 1 })
    if (this.#parts.length > 3) this.#parts.shift()
  }

  /** Replaces the last three parts by a day, if they are one. */
  #findDate(separator: number): void {
    const parts = this.#parts
    const last = parts.at(-1)
    if (!last) return
    last.before = separator
    if (parts.length < 3) return
    const day = dayOf(parts)
    if (!day) return
    const { word } = parts[0]
    const end = this.to[this.to.length - 1]
    this.length = this.starts[word]
    this.chars[this.length++] = yearCode(day.year)
    this.chars[this.length++] = dayCode(day.month, day.day)
    this.starts.length = this.from.length = this.to.length = word + 1
    this.gaps.length = this.blockOf.length = word + 1
    this.to[word] = end
    this.#parts = []
  }
}

const SLASH = 0x2f
const HYPHEN = 0x2d

const fullYear = ({ value, digits }: DatePart) =>
  digits === 4 ? value : value < 69 ? 2000 + value : 1900 + value

/** The day of `1/2/2031`, `01-02-31`, `2031-01-02`, `Jan 2, 2031`, and `2 Jan 2031`. */
function dayOf([one, two, three]: DatePart[]) {
  const joined = two.before === three.before && (two.before === SLASH || two.before === HYPHEN)
  if (one.isMonth && !two.isMonth && !three.isMonth)
    return two.digits <= 2 && three.digits === 4
      ? { year: three.value, month: one.value, day: two.value & 31 }
      : null
  if (two.isMonth && !one.isMonth && !three.isMonth)
    return one.digits <= 2 && three.digits === 4
      ? { year: three.value, month: two.value, day: one.value & 31 }
      : null
  if (!joined || one.isMonth || two.isMonth || three.isMonth || two.digits > 2) return null
  if (one.digits === 4)
    return three.digits === 2 && two.value <= 12 && three.value <= 31
      ? { year: one.value, month: two.value, day: three.value }
      : null
  if (one.digits > 2 || (three.digits !== 4 && three.digits !== 2)) return null
  return one.value <= 12 && two.value <= 31
    ? { year: fullYear(three), month: one.value, day: two.value }
    : null
}
