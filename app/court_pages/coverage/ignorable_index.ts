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
  readonly #fillers: Set<number>

  constructor(lists: readonly Ignorable[], fillers: readonly string[]) {
    for (const { phrases, scope = 'phrase', until = null, isLeftover = false } of lists)
      for (const one of phrases.split('|')) this.#add(one.trim(), { scope, until, isLeftover })
    for (const list of this.#phrases.values())
      list.sort((one, other) => other.words.length - one.words.length)
    for (const list of [this.#numbers, this.#others])
      list.sort((one, other) => other.words.length - one.words.length)
    this.#fillers = new Set(fillers.map((word) => keyOf(streamOf(word), 0)))
  }

  get hasSections(): boolean {
    return this.#sections.size > 0
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
    let compared = 0
    const lists = [
      this.#phrases.get(keyOf(text, word)) ?? [],
      isNumber(text, word) ? this.#numbers : [],
      text.gaps[word] === Gap.block ? this.#others : [],
    ]
    for (const list of lists)
      for (const one of list) {
        if (++compared > MOST_PHRASES) return word
        const end = endOf(one, text, word, states)
        if (end > word) return end
      }
    return word
  }
}

const keyOf = (text: TextStream, word: number) =>
  textHash(text.chars, text.starts[word], text.endOf(word))

function streamOf(text: string): TextStream {
  const stream = new TextStream()
  stream.add(text)
  return stream
}

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
  for (const [at, expected] of words.entries()) {
    const word = first + at
    if (word >= text.words || (states && states[word] !== 0)) return first
    if (expected === '@') continue
    if (expected === '#' ? !isNumber(text, word) : !isEqual(expected, text, word)) return first
  }
  let end = first + words.length
  if (isOpen) {
    const block = text.blockOf[end - 1]
    const last = hasNext && text.blockOf[end] !== block ? block + 1 : block
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
