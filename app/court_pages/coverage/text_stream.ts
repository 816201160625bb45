import { DateParts, monthAt } from './date_parts.js'

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
  ['4th', 'fourth'],
  ['pty', 'party'],
  ['pla', 'plaintiff'],
  ['dft', 'defendant'],
  ['usa', 'unitedstates'],
])
const LONGEST_ALIAS = 3
/** Maximum number of characters of the words that replace them. */
const LONGEST_FULL = 12
/** The first characters of these words. */
const ALIAS_STARTS = new Uint8Array(128)
for (const alias of ALIASES.keys()) ALIAS_STARTS[alias.charCodeAt(0)] = 1

/** Letters outside of ASCII; quotes, dashes, and signs separate words. */
const otherLetter = (code: number) =>
  (code > 0xbf || code === 0xaa || code === 0xba) &&
  !(code >= 0x2000 && code <= 0x2bff) &&
  !(code >= 0x3000 && code <= 0x303f) &&
  code !== 0xd7 &&
  code !== 0xf7

/** Characters as compared: letters in lowercase and digits, and 0 for separators. */
const PLAIN = new Uint16Array(0x1_0000)
for (let code = 0x30; code <= 0x39; code++) PLAIN[code] = code
for (let code = 0x61; code <= 0x7a; code++) PLAIN[code] = PLAIN[code - 0x20] = code
for (let code = 0x80; code <= 0xffff; code++) if (otherLetter(code)) PLAIN[code] = code

const ZERO = 0x30
/** The bits of digits; all letters have others. */
const DIGIT_BITS = 0x3f
const NO_BREAK_SPACE = 0xa0

/** The lists of a stream, for texts of up to a length. */
class Lists {
  codes: Uint16Array
  chars: Uint16Array
  starts: Int32Array
  from: Int32Array
  to: Int32Array
  gaps: Uint8Array
  blockOf: Int32Array

  constructor(readonly size: number) {
    const words = (size >> 2) + 16
    this.codes = new Uint16Array(size)
    this.chars = new Uint16Array(size + LONGEST_FULL)
    this.starts = new Int32Array(words)
    this.from = new Int32Array(words)
    this.to = new Int32Array(words)
    this.gaps = new Uint8Array(words)
    this.blockOf = new Int32Array(words)
  }
}

/** Lists of released streams, without their text: new ones would take longer than their use. */
const FREE: Lists[] = []
const MOST_FREE = 2
const SMALLEST = 0x4000
const LARGEST_FREE = 0x2_0000

function listsFor(length: number): Lists {
  const at = FREE.findIndex(({ size }) => size >= length)
  if (at !== -1) return FREE.splice(at, 1)[0]
  if (length > LARGEST_FREE) return new Lists(length)
  return new Lists(Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(length))))
}

/** Blocks of a page, or values of a record, and the words in them. */
export class TextStream {
  readonly blocks: readonly string[]
  /** The number of letters and digits. */
  length = 0
  /** The number of words; what the lists of words have after them is undefined. */
  words = 0
  /** Letters and digits of all words. */
  chars: Uint16Array
  /** Words by number: their place in `chars`, and both ends in the text of their block. */
  starts: Int32Array
  from: Int32Array
  to: Int32Array
  gaps: Uint8Array
  blockOf: Int32Array
  readonly #lists: Lists
  readonly #size: number
  readonly #dates = new DateParts()

  /** @param blocks texts, in which no word and no date is in two blocks */
  constructor(blocks: readonly string[]) {
    this.blocks = blocks
    const text = blocks.join('')
    const lists = listsFor(text.length)
    this.#lists = lists
    ;({
      chars: this.chars,
      starts: this.starts,
      from: this.from,
      to: this.to,
      gaps: this.gaps,
      blockOf: this.blockOf,
    } = lists)
    // Characters in a list are read faster than those of a text.
    Buffer.from(lists.codes.buffer).write(text, 'utf16le')
    this.#size = text.length
    this.#read(lists.codes, text.length)
  }

  /** Ends the use of a stream: clears its text, and keeps its lists for others. */
  release(): void {
    const lists = this.#lists
    const { chars, starts, from, to, gaps, blockOf } = this
    Object.assign(lists, { chars, starts, from, to, gaps, blockOf })
    if (chars.length > LARGEST_FREE * 2) return
    lists.codes.fill(0, 0, this.#size)
    // Dates are shorter than their words, and other words longer than printed.
    chars.fill(0, 0, this.#size + this.length)
    FREE.push(lists)
    if (FREE.length > MOST_FREE) FREE.sort((one, other) => other.size - one.size).pop()
  }

  /** The end of a word in `chars`. */
  endOf(word: number): number {
    return word + 1 < this.words ? this.starts[word + 1] : this.length
  }

  #read(codes: Uint16Array, size: number): void {
    let { chars, starts, from, to, gaps, blockOf, length, words } = this
    let at = 0
    for (let block = 0; block < this.blocks.length; block++) {
      const first = at
      const end = first + this.blocks[block].length
      let gap: number = Gap.block
      let separators = 0
      let separator = 0
      this.#dates.clear()
      while (at < end) {
        const code = codes[at]
        let plain = PLAIN[code]
        if (plain === 0) {
          if (gap === Gap.space && code > 0x20 && code !== NO_BREAK_SPACE) gap = Gap.punctuation
          separator = code
          separators++
          at++
          continue
        }
        if (words === starts.length) {
          this.#growWords()
          ;({ starts, from, to, gaps, blockOf } = this)
        }
        const start = length
        from[words] = at - first
        let bits = 0
        do {
          bits |= plain
          chars[length++] = plain
          plain = ++at < end ? PLAIN[codes[at]] : 0
        } while (plain !== 0)
        starts[words] = start
        to[words] = at - first
        gaps[words] = gap
        blockOf[words] = block
        words++
        const written = length - start
        const hasLetters = bits > DIGIT_BITS
        const month = hasLetters && written >= 3 ? monthAt(chars, start, written) : 0
        if (!hasLetters || month > 0) {
          if (hasLetters) this.#dates.add(month, 0, true, words - 1)
          else length = this.#addNumber(start, length, words - 1)
          if (this.#replaceDate(separators === 1 ? separator : 0)) {
            ;({ length, words } = this)
            to[words - 1] = at - first
          }
        } else {
          this.#dates.clear()
          if (written <= LONGEST_ALIAS && written > 1 && ALIAS_STARTS[chars[start]]) {
            const alias = ALIASES.get(String.fromCharCode(...chars.subarray(start, length)))
            if (alias !== undefined) {
              chars = this.#reserve(start + LONGEST_FULL + size - at)
              for (let next = 0; next < alias.length; next++)
                chars[start + next] = alias.charCodeAt(next)
              length = start + alias.length
            }
          }
        }
        gap = Gap.space
        separators = 0
      }
    }
    this.length = length
    this.words = words
  }

  #reserve(needed: number): Uint16Array {
    if (this.chars.length < needed) this.chars = grown(this.chars, Uint16Array, needed)
    return this.chars
  }

  #growWords(): void {
    const needed = this.starts.length + 1
    this.starts = grown(this.starts, Int32Array, needed)
    this.from = grown(this.from, Int32Array, needed)
    this.to = grown(this.to, Int32Array, needed)
    this.gaps = grown(this.gaps, Uint8Array, needed)
    this.blockOf = grown(this.blockOf, Int32Array, needed)
  }

  /** Removes the leading zeros of the number at a place; returns its end. */
  #addNumber(start: number, end: number, word: number): number {
    const { chars } = this
    let value = 0
    for (let digit = start; digit < end; digit++) value = value * 10 + chars[digit] - ZERO
    this.#dates.add(value, end - start, false, word)
    if (chars[start] !== ZERO) return end
    let first = start
    while (first < end - 1 && chars[first] === ZERO) first++
    chars.copyWithin(start, first, end)
    return end - (first - start)
  }

  /** Replaces the words of a date that ends here by a day, if there is one. */
  #replaceDate(separator: number): boolean {
    const code = this.#dates.find(separator)
    if (code === 0) return false
    const first = this.#dates.firstWord
    const start = this.starts[first]
    this.chars[start] = code >>> 16
    this.chars[start + 1] = code & 0xffff
    this.length = start + 2
    this.words = first + 1
    return true
  }
}

/** A copy with more room, at least twice as much. */
function grown<List extends Uint8Array | Uint16Array | Int32Array>(
  list: List,
  Kind: new (length: number) => List,
  length: number
): List {
  const copy = new Kind(Math.max(list.length * 2, length))
  copy.set(list)
  return copy
}
