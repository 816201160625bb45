import { Gap, textHash, TextStream } from './text_stream.js'

/** Text of pages that no record needs. */
export interface Ignorable {
  /** Why no record needs it. */
  reason: string
  /**
   * Phrases between vertical bars, in any case and punctuation. `#` is any number or date, and `@` any word. At the end,
   * `…` is the rest of the block, and `»` the same or, if nothing is left of it, the next block.
   */
  phrases: string
  /** The phrase starts a table, or the last part of the page, that is ignorable as a whole. */
  scope?: 'table' | 'rest'
  /** The phrase starts a part that ends before the next block with a match. */
  until?: RegExp
  /** Only lines without an email address that the record doesn't have are ignorable. */
  isLeftover?: true
  /** Blocks above the name of the court that are ignorable. */
  above?: RegExp
  /** Blocks that are ignorable if the record has nothing of them. */
  lines?: RegExp
  /** Blocks of which a part is ignorable if the record has the rest. */
  rest?: { block: RegExp; part: RegExp }
  /** The facts that records lack, if the text is a fact about a case. */
  gap?: string
}

/** The extent of ignorable text. */
export interface Extent {
  scope: 'phrase' | 'table' | 'rest'
  until: RegExp | null
  isLeftover: boolean
}

interface Phrase extends Extent {
  words: (Uint16Array | '#' | '@')[]
  isOpen: boolean
  hasNext: boolean
}

/** The number of words compared at one place. */
const MOST_PHRASES = 64

/** Lists of ignorable text, prepared for finding them. */
export class IgnorableIndex {
  readonly #phrases = new Map<number, Phrase[]>()
  /** Phrases that start with a number, and with any word; the latter only at the start of a block. */
  readonly #numbers: Phrase[] = []
  readonly #others: Phrase[] = []
  readonly #sections = new Map<number, Phrase[]>()
  readonly #sectionStates = new Set<boolean>()
  readonly #fillers: Set<number>
  /** Ignorable blocks, or null; see {@link Ignorable}. */
  readonly above: RegExp | null
  readonly lines: RegExp | null
  readonly rest: Ignorable['rest'] | null

  constructor(lists: readonly Ignorable[], fillers: readonly string[]) {
    for (const { phrases, scope = 'phrase', until = null, isLeftover = false } of lists)
      for (const one of phrases.split('|').filter((text) => text.trim()))
        this.#add(one.trim(), { scope, until, isLeftover })
    for (const list of this.#phrases.values())
      list.sort((one, other) => other.words.length - one.words.length)
    for (const list of [this.#numbers, this.#others])
      list.sort((one, other) => other.words.length - one.words.length)
    this.above = lists.find((list) => list.above)?.above ?? null
    this.lines = lists.find((list) => list.lines)?.lines ?? null
    this.rest = lists.find((list) => list.rest)?.rest ?? null
    this.#fillers = new Set(fillers.map((word) => keyOf(streamOf(word), 0)))
  }

  /** Whether there are sections that are ignorable as a whole, or only as leftovers. */
  hasSections(isLeftover: boolean): boolean {
    return this.#sectionStates.has(isLeftover)
  }

  #add(text: string, extent: Extent): void {
    const hasNext = text.endsWith('»')
    const isOpen = hasNext || text.endsWith('…')
    const words: Phrase['words'] = []
    let key: number | null = null
    for (const part of text.replace(/[…»]/g, '').split(/([#@])/)) {
      if (part === '#' || part === '@') {
        words.push(part)
        continue
      }
      const stream = streamOf(part)
      for (let word = 0; word < stream.words; word++) {
        if (words.length === 0) key = keyOf(stream, word)
        words.push(stream.chars.slice(stream.starts[word], stream.endOf(word)))
      }
    }
    const phrase = { ...extent, words, isOpen, hasNext }
    if (key === null) (words[0] === '#' ? this.#numbers : this.#others).push(phrase)
    else {
      const isPhrase = extent.scope === 'phrase' && !extent.until
      const map = isPhrase ? this.#phrases : this.#sections
      if (!isPhrase) this.#sectionStates.add(extent.isLeftover)
      const list = map.get(key)
      if (list) list.push(phrase)
      else map.set(key, [phrase])
    }
  }

  /** Whether a word may occur between the words of a name. */
  isFiller(text: TextStream, word: number): boolean {
    return this.#fillers.has(keyOf(text, word))
  }

  /** The ignorable section that starts at a word. */
  findSection(text: TextStream, word: number): Extent | null {
    for (const one of this.#sections.get(keyOf(text, word)) ?? [])
      if (endOf(one, text, word, null) > word) return one
    return null
  }

  /** The word after the longest phrase that starts at a word; the word itself if none does. */
  phraseEnd(text: TextStream, word: number, states: Uint8Array): number {
    if (word >= text.words) return word
    const own = this.#phrases.get(keyOf(text, word))
    let end = own ? firstEnd(own, text, word, states, 0) : word
    if (end > word) return end
    const compared = own?.length ?? 0
    const isNumeric = isNumber(text, word)
    if (isNumeric) end = firstEnd(this.#numbers, text, word, states, compared)
    if (end > word || text.gaps[word] !== Gap.block) return end
    const before = isNumeric ? compared + this.#numbers.length : compared
    return firstEnd(this.#others, text, word, states, before)
  }
}

/** The end of the first of some phrases that starts at a word; the word itself if none does. */
function firstEnd(
  phrases: readonly Phrase[],
  text: TextStream,
  word: number,
  states: Uint8Array,
  compared: number
): number {
  const most = Math.min(phrases.length, MOST_PHRASES - compared)
  for (let at = 0; at < most; at++) {
    const end = endOf(phrases[at], text, word, states)
    if (end > word) return end
  }
  return word
}

const keyOf = (text: TextStream, word: number) =>
  textHash(text.chars, text.starts[word], text.endOf(word))

const streamOf = (text: string) => new TextStream([text])

const isNumber = (text: TextStream, word: number) => {
  const code = text.chars[text.starts[word]]
  return (code >= 0x30 && code <= 0x39) || code >= 0xe000
}

function endOf(
  { words, isOpen, hasNext }: Phrase,
  text: TextStream,
  first: number,
  states: Uint8Array | null
): number {
  let word = first - 1
  for (const expected of words) {
    word++
    if (word >= text.words || (states && states[word] !== 0)) return first
    if (expected === '@') continue
    if (expected === '#' ? !isNumber(text, word) : !isEqual(expected, text, word)) return first
  }
  let end = first + words.length
  if (isOpen) {
    const block = text.blockOf[end - 1]
    const last = hasNext && (end === text.words || text.blockOf[end] !== block) ? block + 1 : block
    while (end < text.words && text.blockOf[end] <= last && !states?.[end]) end++
  }
  return end
}

function isEqual(expected: Uint16Array, text: TextStream, word: number): boolean {
  const start = text.starts[word]
  if (text.endOf(word) - start !== expected.length) return false
  for (let at = 0; at < expected.length; at++)
    if (text.chars[start + at] !== expected[at]) return false
  return true
}
