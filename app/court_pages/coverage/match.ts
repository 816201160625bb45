import type { IgnorableIndex } from './ignorable_index.js'
import type { RecordText } from './record_values.js'
import { clean } from '#app/court_pages/text'
import { Gap, type TextStream } from './text_stream.js'
import { LONG, MEDIUM, ValueIndex } from './value_index.js'
import type { VisibleText } from './visible_text.js'

/** States of a word. */
export const Word = { unread: 0, read: 1, ignorable: 2 } as const

/** The name of a court, and the maximum number of blocks above it. */
const COURT = /\b(?:District|Bankruptcy) Court\b|Court of International Trade/i
const MAX_ABOVE = 60
/** Maximum number of words before a name that a record may leave out. */
const MAX_LEFT_OUT = 6

/**
 * Finds the values of a record in the text of a page. Each value is found once, so a text that
 * is printed twice must be in the record twice. Long values are found first: they show where
 * on the page the short ones next to them belong.
 *
 * @param visible the text of the page
 * @param record the values of its record
 * @param ignorable the text that no record needs
 * @returns the state of each word of the page
 */
export function matchRecord(
  visible: VisibleText,
  record: RecordText,
  ignorable: IgnorableIndex
): Uint8Array {
  return new Match(visible, record, ignorable).run()
}

class Match {
  readonly #states: Uint8Array
  readonly #page: TextStream
  readonly #visible: VisibleText
  readonly #values: ValueIndex
  readonly #ignorable: IgnorableIndex
  /** The value at each word at which one starts, or -1. */
  readonly #valueAt: Int32Array

  constructor(visible: VisibleText, record: RecordText, ignorable: IgnorableIndex) {
    this.#visible = visible
    this.#page = visible.text
    this.#values = new ValueIndex(visible.text, record)
    this.#ignorable = ignorable
    this.#states = new Uint8Array(this.#page.words)
    this.#valueAt = new Int32Array(this.#page.words).fill(-1)
  }

  run(): Uint8Array {
    this.#findFlags()
    this.#findSections(false)
    this.#findLong()
    this.#findParts()
    this.#findNumbers()
    this.#findCondensed()
    this.#findShort()
    this.#findSections(true)
    this.#findLines()
    return this.#states
  }

  /** The first unread word from a word on; the number of words if the effort is used up. */
  #unreadFrom(word: number): number {
    const states = this.#states
    let at = word
    while (at < states.length && states[at] !== Word.unread) at++
    return this.#values.isExhausted ? states.length : at
  }

  #take(word: number, end: number, value: number): number {
    let last = end
    if (this.#values.get(value).isNumber) while (this.#isSuffix(last)) last++
    this.#states.fill(Word.read, word, last)
    this.#valueAt[word] = value
    this.#values.use(value)
    return last
  }

  #isFree(word: number, end: number): boolean {
    for (let at = word; at < end; at++) if (this.#states[at] !== Word.unread) return false
    return true
  }

  /** Whether a word is joined to the previous word with a hyphen, as initials after a number. */
  #isSuffix(word: number): boolean {
    const { from, to, blockOf, blocks, words } = this.#page
    if (word === 0 || word >= words || blockOf[word] !== blockOf[word - 1]) return false
    const text = blocks[blockOf[word]]
    return from[word] === to[word - 1] + 1 && '-/'.includes(text[to[word - 1]])
  }

  /** Whether a word is a number, or initials joined to one: a part of a docket number. */
  #isInNumber(word: number): boolean {
    const code = this.#page.chars[this.#page.starts[word]]
    return (code >= 0x30 && code <= 0x39) || this.#isSuffix(word)
  }

  /** Ignorable blocks above the name of the court. */
  #findFlags(): void {
    const { above } = this.#ignorable
    const { blocks, blockOf, words } = this.#page
    const court = above ? blocks.slice(0, MAX_ABOVE).findIndex((text) => COURT.test(text)) : -1
    for (let word = 0; word < words && blockOf[word] < court; word++)
      if (above?.test(clean(blocks[blockOf[word]]))) this.#states[word] = Word.ignorable
  }

  /** Blocks of which the record has nothing, or all but a part that is ignorable. */
  #findLines(): void {
    const { lines, rest } = this.#ignorable
    const { blocks, blockOf, from, to, words } = this.#page
    if (!lines && !rest) return
    for (let word = 0, end = 0; word < words; word = end) {
      const block = blockOf[word]
      let first = -1
      let last = -1
      for (end = word; end < words && blockOf[end] === block; end++) {
        if (this.#states[end] !== Word.unread) continue
        if (first === -1) first = end
        last = end
      }
      if (first === -1) continue
      const text = blocks[block]
      const isWhole = first === word && last === end - 1
      const isKnown = isWhole
        ? lines?.test(text.trim())
        : rest?.block.test(text.trim()) && rest.part.test(text.slice(from[first], to[last]))
      if (isKnown) this.#states.fill(Word.ignorable, first, last + 1)
    }
  }

  /** Sections of the page that no record needs, such as the receipt. */
  #findSections(isLeftover: boolean): void {
    const { words, blockOf, blocks, gaps } = this.#page
    const states = this.#states
    if (!this.#ignorable.hasSections(isLeftover)) return
    for (let word = 0; word < words; word++) {
      if (gaps[word] !== Gap.block || (!isLeftover && states[word] !== Word.unread)) continue
      let first = word
      while (first < words && blockOf[first] === blockOf[word] && this.#isInNumber(first)) first++
      const found = first < words && this.#ignorable.findSection(this.#page, first)
      if (!found || found.isLeftover !== isLeftover) continue
      const block = blockOf[word]
      let end = found.scope === 'table' ? this.#visible.endOfSection(block) : blocks.length
      if (found.until)
        for (let at = block + 1; at < end; at++) if (found.until.test(blocks[at])) end = at
      for (; word < words && blockOf[word] < end; word++)
        if (!isLeftover || (!states[word] && !blocks[blockOf[word]].includes('@')))
          states[word] = Word.ignorable
      word--
    }
  }

  #findLong(): void {
    const { words } = this.#page
    let cursor = -1
    for (let word = this.#unreadFrom(0); word < words; word = this.#unreadFrom(word + 1)) {
      const found = this.#values.findLong(word, cursor)
      if (!found || !this.#isFree(word, found.end)) continue
      cursor = found.value
      word = this.#take(word, found.end, found.value) - 1
    }
  }

  /** Values with other text within them, part by part. */
  #findParts(): void {
    const { starts, words } = this.#page
    for (let word = this.#unreadFrom(0); word < words; word = this.#unreadFrom(word + 1)) {
      const value = this.#values.startingAt(word)
      if (value === -1) continue
      const common = this.#values.commonLength(word, this.#values.get(value))
      let end = word
      const isIn = (at: number) => this.#page.endOf(at) - starts[word] <= common
      while (end < words && this.#states[end] === Word.unread && isIn(end)) end++
      const size = end === word ? 0 : this.#page.endOf(end - 1) - starts[word]
      if (size < LONG) continue
      this.#states.fill(Word.read, word, end)
      this.#valueAt[word] = value
      this.#values.use(value, size)
      word = end - 1
    }
  }

  /** Docket numbers, so that the names of cases after them are found. */
  #findNumbers(): void {
    const { chars, starts, words } = this.#page
    for (let word = this.#unreadFrom(0); word < words; word = this.#unreadFrom(word + 1)) {
      const code = chars[starts[word]]
      if (code < 0x30 || code > 0x39) continue
      if (!this.#isBoundary(word)) continue
      const found = this.#values.findLongest(word)
      if (found && this.#values.get(found.value).isNumber && this.#isFree(word, found.end))
        word = this.#take(word, found.end, found.value) - 1
    }
  }

  /** Names of cases and judges, with "et al.", roles, and offices between their words. */
  #findCondensed(): void {
    const { words, gaps } = this.#page
    const isMore = (word: number) =>
      this.#states[word] === Word.unread && this.#ignorable.isFiller(this.#page, word)
    for (let word = this.#unreadFrom(0); word < words; word = this.#unreadFrom(word + 1)) {
      if (!this.#isBoundary(word)) continue
      let start = word
      while (start < words && start < word + MAX_LEFT_OUT && isMore(start)) start++
      if (start === words) continue
      const found = this.#values.findCondensed(start, isMore)
      if (!found || !this.#isFree(start, found.end)) continue
      let end = found.end
      while (end < words && gaps[end] !== Gap.block && isMore(end)) end++
      word = this.#take(word, end, found.value) - 1
    }
  }

  /** Whether a short value or label may start at a word. */
  #isBoundary(word: number): boolean {
    return this.#page.gaps[word] !== Gap.space || this.#states[word - 1] !== Word.unread
  }

  /** Whether a short value or label may end before a word. */
  #isEnd(word: number): boolean {
    return (
      word >= this.#page.words ||
      this.#page.gaps[word] !== Gap.space ||
      this.#states[word] !== Word.unread
    )
  }

  #findShort(): void {
    const states = this.#states
    let cursor = -1
    for (let word = 0; word < this.#page.words && !this.#values.isExhausted; word++) {
      if (states[word] !== Word.unread) {
        if (this.#valueAt[word] >= 0) cursor = this.#valueAt[word]
        continue
      }
      if (!this.#isBoundary(word)) continue
      const found = this.#shortValue(word, cursor)
      const phrase = this.#ignorable.phraseEnd(this.#page, word, states)
      if (found && found.end >= phrase) {
        const { start, end } = this.#values.get(found.value)
        if (end - start < MEDIUM && !this.#isEnd(found.end) && !this.#startsText(found.end))
          continue
        cursor = found.value
        word = this.#take(word, found.end, found.value) - 1
      } else if (phrase > word && (this.#isEnd(phrase) || this.#startsText(phrase))) {
        states.fill(Word.ignorable, word, phrase)
        word = phrase - 1
      }
    }
  }

  #shortValue(word: number, cursor: number) {
    const found = this.#values.find(word, cursor)
    return found && this.#isFree(word, found.end) ? found : null
  }

  /** Whether a value or label starts at a word. */
  #startsText(word: number): boolean {
    return (
      this.#shortValue(word, -1) !== null ||
      this.#ignorable.phraseEnd(this.#page, word, this.#states) > word
    )
  }
}
