import type { RecordText, RecordValue } from './record_values.js'
import { textHash, type TextStream } from './text_stream.js'

/** Characters that identify the start of a value, by its length. */
export const LONG = 16
export const MEDIUM = 6
/** Maximum number of words of a short value. */
const MOST_WORDS = 3
/** Maximum number of values compared at one place. */
const MOST_COMPARED = 48
/** Maximum number of compared characters for each character of the page and the record. */
const EFFORT = 24

/** Values by their first characters, in the order of the record. */
class ValueLists {
  readonly #first = new Map<number, number>()
  readonly #next: number[] = []

  add(key: number, value: number): void {
    this.#next[value] = this.#first.get(key) ?? -1
    this.#first.set(key, value)
  }

  /** The first value that isn't used up. */
  first(key: number, used: Uint8Array): number {
    let value = this.#first.get(key) ?? -1
    if (value === -1 || !used[value]) return value
    while (value !== -1 && used[value]) value = this.#next[value]
    this.#first.set(key, value)
    return value
  }

  next(value: number): number {
    return this.#next[value]
  }
}

/** The starts of values, for skipping most texts before they are compared. */
class StartFilter {
  readonly #known = new Uint8Array(0x1000)

  add(chars: Uint16Array, start: number): void {
    this.#known[keyOf(chars, start)] = 1
  }

  has(chars: Uint16Array, start: number): boolean {
    return this.#known[keyOf(chars, start)] === 1
  }
}

/** A number below 4,096 for four characters. */
const keyOf = (chars: Uint16Array, at: number) =>
  (chars[at] ^ (chars[at + 1] << 3) ^ (chars[at + 2] << 5) ^ (chars[at + 3] << 7)) & 0xfff

/** A value found at a word of a page. */
export interface FoundValue {
  value: number
  /** The word after it. */
  end: number
}

/** The values of a record, to be found in a page, each once. */
export class ValueIndex {
  readonly #page: TextStream
  readonly #record: RecordText
  readonly #used: Uint8Array
  readonly #long = new ValueLists()
  readonly #medium = new ValueLists()
  readonly #short = new ValueLists()
  readonly #condensed = new ValueLists()
  /** The starts of long and medium values. */
  readonly #starts = new StartFilter()
  #effort: number

  constructor(page: TextStream, record: RecordText) {
    this.#page = page
    this.#record = record
    this.#used = new Uint8Array(record.values.length + page.words)
    this.#effort = EFFORT * (page.length + record.text.length)
    for (let value = record.values.length - 1; value >= 0; value--) this.#add(value)
  }

  /** Whether the comparisons have taken too long for the length of the page. */
  get isExhausted(): boolean {
    return this.#effort <= 0
  }

  get(value: number): RecordValue {
    return this.#record.values[value]
  }

  #add(value: number): void {
    const { chars } = this.#record.text
    const { start, end, isCondensed } = this.get(value)
    const length = end - start
    if (isCondensed) this.#condensed.add(textHash(chars, start, Math.min(start + 2, end)), value)
    if (length >= MEDIUM) this.#starts.add(chars, start)
    if (length >= LONG) this.#long.add(textHash(chars, start, start + LONG), value)
    else if (length >= MEDIUM) this.#medium.add(textHash(chars, start, start + MEDIUM), value)
    else this.#short.add(textHash(chars, start, end), value)
  }

  /** Marks a value as found; what is left of it after `length` characters remains. */
  use(value: number, length?: number): void {
    const one = this.get(value)
    if (length === undefined) {
      if (!one.isRepeatable) this.#used[value] = 1
      return
    }
    this.#used[value] = 1
    const { values } = this.#record
    if (one.start + length >= one.end || values.length >= this.#used.length) return
    values.push({ ...one, start: one.start + length, isRepeatable: false })
    this.#add(values.length - 1)
  }

  /** The number of equal characters of a value and the page from a word on. */
  commonLength(word: number, { start, end }: RecordValue): number {
    const page = this.#page.chars
    const record = this.#record.text.chars
    const from = this.#page.starts[word]
    const most = Math.min(end - start, this.#page.length - from)
    let at = 0
    while (at < most && page[from + at] === record[start + at]) at++
    this.#effort -= at + 1
    return at
  }

  /** A value of at least `LONG` characters that starts like the text at a word; -1 if none. */
  startingAt(word: number): number {
    const from = this.#page.starts[word]
    if (from + LONG > this.#page.length) return -1
    if (!this.#starts.has(this.#page.chars, from)) return -1
    return this.#long.first(textHash(this.#page.chars, from, from + LONG), this.#used)
  }

  /** The longest value of at least `LONG` characters at a word; of equal ones, the next one. */
  findLong(word: number, cursor: number): FoundValue | null {
    const { chars, starts, length } = this.#page
    const from = starts[word]
    if (from + LONG > length || !this.#starts.has(chars, from)) return null
    return this.#best(this.#long, textHash(chars, from, from + LONG), word, cursor)
  }

  /**
   * The value at a word: a long one, or else a short one with the fewest words; of equal ones, the
   * next one after `cursor` in the record.
   */
  find(word: number, cursor: number): FoundValue | null {
    let found = this.#findLonger(word, cursor)
    for (let end = word + 1; !found && end <= word + MOST_WORDS; end++)
      found = this.#findShort(word, end, cursor)
    return found
  }

  /** Like {@link find}, but the longest of short values. */
  findLongest(word: number): FoundValue | null {
    let found = this.#findLonger(word, -1)
    for (let end = word + MOST_WORDS; !found && end > word; end--)
      found = this.#findShort(word, end, -1)
    return found
  }

  #findLonger(word: number, cursor: number): FoundValue | null {
    const { chars, starts, length } = this.#page
    const from = starts[word]
    const found = this.findLong(word, cursor)
    if (found || from + MEDIUM > length || !this.#starts.has(chars, from)) return found
    return this.#best(this.#medium, textHash(chars, from, from + MEDIUM), word, cursor)
  }

  /** A short value that ends before a word. */
  #findShort(word: number, end: number, cursor: number): FoundValue | null {
    const { chars, starts, words } = this.#page
    if (end > words) return null
    const from = starts[word]
    const last = this.#page.endOf(end - 1)
    if (last - from >= MEDIUM) return null
    return this.#best(this.#short, textHash(chars, from, last), word, cursor)
  }

  #best(lists: ValueLists, key: number, word: number, cursor: number): FoundValue | null {
    let best: FoundValue | null = null
    let longest = 0
    let value = lists.first(key, this.#used)
    for (let compared = 0; value !== -1 && compared < MOST_COMPARED; value = lists.next(value)) {
      if (this.#used[value]) continue
      // A longer one cannot follow in the list of short values, whose keys are of the whole value.
      if (best && lists === this.#short && best.value > cursor) break
      compared++
      const one = this.get(value)
      const size = one.end - one.start
      if (best && (size < longest || (size === longest && best.value > cursor))) continue
      if (this.commonLength(word, one) < size) continue
      const end = this.#wordAt(this.#page.starts[word] + size, word)
      if (end === -1) continue
      best = { value, end }
      longest = size
    }
    return best
  }

  /** The word that starts at a place, or -1 if none does. */
  #wordAt(place: number, after: number): number {
    const { starts, words } = this.#page
    let word = after
    while (word < words && starts[word] < place) word++
    this.#effort -= word - after
    return word === words || starts[word] === place ? word : -1
  }

  /**
   * The name of a case or judge at a word, although the page has more words in it.
   *
   * @param isMore whether a word may be more than the record has
   */
  findCondensed(word: number, isMore: (word: number) => boolean): FoundValue | null {
    const { chars, starts } = this.#page
    const from = starts[word]
    const key = textHash(chars, from, Math.min(from + 2, this.#page.endOf(word)))
    let value = this.#condensed.first(key, this.#used)
    for (let compared = 0; value !== -1 && compared < MOST_COMPARED; compared++) {
      const end = this.#used[value] ? -1 : this.#condensedEnd(word, this.get(value), isMore)
      if (end !== -1) return { value, end }
      value = this.#condensed.next(value)
    }
    return null
  }

  #condensedEnd(
    first: number,
    { start, end }: RecordValue,
    isMore: (word: number) => boolean
  ): number {
    const page = this.#page
    const record = this.#record.text.chars
    let place = start
    let word = first
    for (; place < end; word++) {
      if (word >= page.words) return -1
      const from = page.starts[word]
      const size = page.endOf(word) - from
      let at = 0
      while (at < size && place + at < end && page.chars[from + at] === record[place + at]) at++
      this.#effort -= at + 1
      if (at === size) place += size
      else if (!isMore(word)) return -1
    }
    return word
  }
}
