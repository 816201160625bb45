/**
 * The analyzer's character classes and folding, which ignores case, diacritics, ligatures, and
 * wide forms (Unicode NFKD without marks, then lowercase).
 */

/** Neither a word nor part of one. */
export const BREAK = 0
export const LETTER = 1
export const DIGIT = 2
/** Marks and invisible characters inside a word: they don't end it and aren't part of it. */
export const MARK = 3
export const APOSTROPHE = 4
/** A word by itself: `§`, `¶`, `$`, `%`, and `&`, which is the word "and". */
export const SYMBOL = 5
const UNKNOWN = 254
const SURROGATE = 255

export type CharacterKind = number

const APOSTROPHES = /['’‘‛ʼ＇`´]/
const SYMBOLS = /[§¶$%&＄％＆]/
const LETTERS = /[\p{L}\p{Nl}\p{Mc}]/u
const DIGITS = /\p{Nd}/u
const MARKS = /[\p{Mn}\p{Me}\p{Cf}]/u

/** By UTF-16 unit; filled lazily. */
const kinds = new Uint8Array(0x10000).fill(UNKNOWN)
kinds.fill(SURROGATE, 0xd800, 0xe000)

/**
 * The kind of the character at an index; both halves of a surrogate pair have the kind of the
 * pair.
 */
export function kindAt(text: string, index: number): CharacterKind {
  const unit = text.charCodeAt(index)
  const kind = kinds[unit]!
  if (kind < UNKNOWN) return kind
  if (kind === SURROGATE) return kindOfPair(text, unit < 0xdc00 ? index : index - 1)
  return (kinds[unit] = kindOf(String.fromCharCode(unit)))
}

function kindOfPair(text: string, index: number): CharacterKind {
  const point = text.codePointAt(index) ?? 0
  return point > 0xffff ? kindOf(String.fromCodePoint(point)) : BREAK
}

function kindOf(character: string): CharacterKind {
  if (APOSTROPHES.test(character)) return APOSTROPHE
  if (LETTERS.test(character)) return LETTER
  if (DIGITS.test(character)) return DIGIT
  if (MARKS.test(character)) return MARK
  return SYMBOLS.test(character) ? SYMBOL : BREAK
}

/** Letters that NFKD doesn't change. */
const SPELLED_OUT: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ς: 'σ',
}
const TO_SPELL_OUT = new RegExp(`[${Object.keys(SPELLED_OUT).join('')}]`, 'g')
const NOT_OF_A_WORD = /[^\p{L}\p{N}\p{Mc}]/gu
const PLAIN = /^[a-z0-9]*$/

/** Letters and digits of a text, folded; everything else is left out. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(APOSTROPHES_ALL, '')
    .replace(NOT_OF_A_WORD, '')
    .replace(TO_SPELL_OUT, (letter) => SPELLED_OUT[letter]!)
    .normalize('NFC')
}
const APOSTROPHES_ALL = new RegExp(APOSTROPHES.source, 'g')

/** Whether a text ends in an apostrophe and an s. */
export function isPossessive(text: string): boolean {
  const last = text.length - 1
  return last > 1 && (text[last] === 's' || text[last] === 'S') && APOSTROPHES.test(text[last - 1]!)
}
