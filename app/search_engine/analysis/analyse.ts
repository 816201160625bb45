/**
 * The analyzer: extracts the words of a text. Documents and queries use the same analyzer, so
 * spelling variants of a word match each other (search.md 4.5).
 *
 * - A word is a run of letters and digits, regardless of case and diacritics; letters and
 *   digits aren't separated: `3d`, `2nd`.
 * - Apostrophes inside a word are omitted: `Ass'n` is `assn`. The stem drops a possessive 's,
 *   but the exact form keeps it: `Smith's` is `smith`, `smiths`.
 * - Initials are one word: `U.S.C.` and `U. S. C.` are `usc`. Across a space
 *   they need their periods, and `v.` never joins.
 * - `§`, `¶`, `$`, and `%` are words, and `&` is the word `and`.
 * - All other characters separate words: `wi-fi` is two adjacent words, like `12(b)`.
 * - Numbers lose leading zeros; redactions (`xxx-xx-xxxx`) are ignored.
 * - Words are cut after 64 characters.
 *
 * There are no stop words. Adjacent words in the result are adjacent in the text.
 */
import { APOSTROPHE, BREAK, DIGIT, LETTER, MARK, SYMBOL, fold, kindAt } from './characters.js'
import { MAX_WORD_LENGTH, plainWordForms, wordForms } from './word_forms.js'
import { HASH_FACTOR, HASH_START, lowerCase, type WordForms } from './word_memory.js'

/** The words of a text in their order; the lists of words and offsets are equally long. */
export interface Words {
  exact: string[]
  stem: string[]
  /** Keys of a value whose field has a shape, in no particular order. */
  key: string[]
  text: string
  /** Offsets in the text (UTF-16 units). */
  start: number[]
  end: number[]
}

const POINT = 46

/** Receives the words of a text, one after the other. */
export interface WordTaker {
  /** @param start offset in the text, like `end` */
  take(exact: string, stem: string, start: number, end: number): void
}

class WordList implements Words, WordTaker {
  readonly exact: string[] = []
  readonly stem: string[] = []
  readonly key: string[] = []
  readonly start: number[] = []
  readonly end: number[] = []

  constructor(readonly text: string) {}

  take(exact: string, stem: string, start: number, end: number): void {
    this.exact.push(exact)
    this.stem.push(stem)
    this.start.push(start)
    this.end.push(end)
  }
}

/** Returns the words of a text, in linear time. */
export function analyse(text: string): Words {
  const words = new WordList(text)
  eachWord(text, words)
  return words
}

/** Passes the words of a text to the consumer, in order. */
export function eachWord(text: string, words: WordTaker): void {
  const { length } = text
  let at = 0
  while (at < length) {
    const plain = addPlainWord(words, text, at)
    if (plain) {
      at = plain
      continue
    }
    const kind = kindAt(text, at)
    if (kind === LETTER || kind === DIGIT) {
      const end = endOfRun(text, at)
      const joined =
        end === at + 1 && kind === LETTER && text.charCodeAt(end) === POINT
          ? addInitials(words, text, at)
          : 0
      if (!joined) addRun(words, text, at, end)
      at = joined || end
    } else {
      if (kind === SYMBOL) addSymbol(words, text, at)
      at++
    }
  }
}

/**
 * Adds the word that starts here if it consists only of ASCII letters and digits, as most do.
 * Returns its end, or 0 if the word needs full analysis.
 */
function addPlainWord(words: WordTaker, text: string, start: number): number {
  const { length } = text
  let at = start
  let hash = HASH_START
  for (; at < length; at++) {
    const unit = text.charCodeAt(at)
    if (!isPlain(unit)) break
    hash = Math.imul(hash ^ lowerCase(unit), HASH_FACTOR)
  }
  if (at === start || at - start > MAX_WORD_LENGTH) return 0
  if (at < length) {
    // Initials, and words that continue with other characters.
    if (at === start + 1 && text.charCodeAt(at) === POINT) return 0
    const kind = kindAt(text, at)
    if (kind !== BREAK && kind !== SYMBOL) return 0
  }
  addForms(words, plainWordForms(text, start, at, hash), start, at)
  return at
}

function isPlain(unit: number): boolean {
  const lower = unit | 0x20
  return (lower >= 97 && lower <= 122) || (unit >= 48 && unit <= 57)
}

/**
 * Where the run of letters and digits that starts here ends; marks and apostrophes inside it
 * are skipped.
 */
function endOfRun(text: string, start: number): number {
  const { length } = text
  let at = start + 1
  let end = at
  while (at < length) {
    const kind = kindAt(text, at)
    if (kind === LETTER || kind === DIGIT) end = ++at
    else if (kind === MARK) at++
    else if (kind === APOSTROPHE && at === end && isWordAt(text, at + 1)) at++
    else break
  }
  return end
}

function isWordAt(text: string, at: number): boolean {
  if (at >= text.length) return false
  const kind = kindAt(text, at)
  return kind === LETTER || kind === DIGIT
}

function addRun(words: WordTaker, text: string, start: number, end: number) {
  addForms(words, wordForms(text.slice(start, end)), start, end)
}

function addForms(words: WordTaker, forms: WordForms | null, start: number, end: number) {
  if (!forms) return
  const { exact, stem, further } = forms
  if (!further.length) return words.take(exact, stem, start, end)
  let from = start
  for (const [at, part] of [forms, ...further].entries()) {
    const to = at === further.length ? end : Math.min(from + 2, end)
    words.take(part.exact, part.stem, from, to)
    from = to
  }
}

function addSymbol(words: WordTaker, text: string, at: number) {
  const symbol = text[at]!.normalize('NFKC')
  const word = symbol === '&' ? 'and' : symbol
  words.take(word, word, at, at + 1)
}

/** Adds dotted initials as one word. Returns their end, or 0 for a single letter. */
function addInitials(words: WordTaker, text: string, start: number): number {
  const apart = isBlank(text.charCodeAt(start + 2))
  let letters = text[start]!
  let at = start + 1
  for (;;) {
    const next = nextInitial(text, at, apart)
    if (!next) break
    letters += text[next]
    at = next + 1
  }
  if (letters.length === 1) return 0
  const forms = wordForms(fold(letters))
  const end = text.charCodeAt(at) === POINT ? at + 1 : at
  if (forms) words.take(forms.exact, forms.stem, start, end)
  return isPossessiveAt(text, end) ? end + 2 : end
}

/**
 * Index of the initial after the period at an index, with or without a space; 0 if there isn't
 * one.
 */
function nextInitial(text: string, point: number, apart: boolean): number {
  if (text.charCodeAt(point) !== POINT) return 0
  if (apart && !isBlank(text.charCodeAt(point + 1))) return 0
  const letter = apart ? point + 2 : point + 1
  if (letter >= text.length || kindAt(text, letter) !== LETTER) return 0
  if (apart) return endsInitial(text, letter + 1) && !isVersus(text, letter, point - 1) ? letter : 0
  const behind = letter + 1 < text.length ? kindAt(text, letter + 1) : BREAK
  return behind === BREAK || behind === SYMBOL || behind === APOSTROPHE ? letter : 0
}

/** Whether there is a period that isn't part of initials without spaces. */
function endsInitial(text: string, point: number): boolean {
  if (text.charCodeAt(point) !== POINT) return false
  return point + 1 >= text.length || kindAt(text, point + 1) !== LETTER
}

/** `U.S. v. Smith`: the `v.` of a case name isn't an initial. */
function isVersus(text: string, ...letters: number[]): boolean {
  return letters.some((at) => text[at] === 'v' || text[at] === 'V')
}

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 160
}

function isPossessiveAt(text: string, at: number): boolean {
  if (at + 1 >= text.length || kindAt(text, at) !== APOSTROPHE) return false
  return /^s$/i.test(text[at + 1]!) && !isWordAt(text, at + 2)
}

/** Increased when the analyzer's output changes: indexes of older versions are rebuilt. */
export const ANALYSIS_VERSION = 2
