/**
 * The encoding of words and values for Typesense, which keeps only ASCII letters and digits,
 * cuts words after 100 bytes, and gives quotes, commas, and parentheses in filters a special
 * meaning. Every token matches `[a-z0-9]+`, so user input can only become words in a filter.
 */
import { hash } from 'node:crypto'

const PLAIN = /^[a-z0-9]+$/
/** Maximum number of bytes of a token; Typesense uses only the first 100. */
const LONGEST = 98
/** Characters of a long token that are kept unchanged. */
export const KEPT_OF_LONG = 70

/** The token of a word from the analyzer. */
export function wordToken(word: string): string {
  return PLAIN.test(word) ? `a${word}` : shortened(`u${escaped(word)}`)
}

/** Prefix shared by the tokens of words with the given prefix. */
export function prefixTokens(prefix: string): string[] {
  const others = `u${escaped(prefix)}`
  return PLAIN.test(prefix) ? [`a${prefix}`, others] : [others]
}

/** The token of a whole value, or of a name. */
export function valueToken(value: string): string {
  return PLAIN.test(value) && value.length < LONGEST
    ? `a${value}`
    : `h${hash('sha256', value, 'hex')}`
}

/**
 * A number as an integer with the same order (the bits of a double), because Typesense's floats
 * have 32 bits.
 */
export function numberCode(value: number): bigint {
  DOUBLE.setFloat64(0, value || 0)
  const bits = DOUBLE.getBigInt64(0)
  return bits >= 0n ? bits : -(bits & NO_SIGN)
}

const DOUBLE = new DataView(new ArrayBuffer(8))
const NO_SIGN = 0x7fffffffffffffffn
/** Bounds beyond all numbers. */
export const LEAST = -NO_SIGN
export const MOST = NO_SIGN

/** Number of bytes of a text that Typesense sorts by. */
const MAX_SORTED = 2000

/**
 * Returns the beginning of a text that Typesense sorts by, and its code: digits, letters, and
 * spaces, which are all that Typesense keeps, with the same order as the UTF-16 units of the
 * text. Lowercase letters and spaces become one byte each, because Typesense keeps the bytes of
 * all texts in a tree without compression.
 */
export function sortedText(text: string): { beginning: string; code: string } {
  let code = ''
  for (let at = 0; at < text.length; at++) {
    const longer = code + sortedCharacter(text.charCodeAt(at))
    if (longer.length > MAX_SORTED) return { beginning: text.slice(0, at), code }
    code = longer
  }
  return { beginning: text, code }
}

/** The first byte determines how many follow, so that no code is the beginning of another. */
function sortedCharacter(code: number): string {
  if (code < SPACE) return ` ${code.toString(36)}`
  if (code === SPACE) return '0'
  if (code < DIGIT_0) return `1${(code - SPACE).toString(36)}`
  if (code < DIGIT_0 + 10) return `2${code - DIGIT_0}`
  if (code < LETTER_A) return `3${(code - DIGIT_0).toString(36).padStart(2, '0')}`
  if (code < LETTER_A + 26) return (code - LETTER_A + 4).toString(36)
  return `z${code.toString(36).padStart(4, '0')}`
}

const SPACE = 0x20
const DIGIT_0 = 0x30
const LETTER_A = 0x61

/** A number for the beginning of a text that preserves the order of texts. */
export function beginningCode(text: string): number {
  return [0, 1, 2].reduce((code, at) => code * 0x10000 + (text.charCodeAt(at) || 0), 0)
}

/** Encodes every character except a to y and digits as `z` and four digits. */
function escaped(text: string): string {
  return [...text]
    .map((one) =>
      /[a-y0-9]/.test(one) ? one : `z${one.codePointAt(0)!.toString(36).padStart(4, '0')}`
    )
    .join('')
}

/** `zzzzz` isn't the escape of any character. */
function shortened(token: string): string {
  if (token.length <= LONGEST) return token
  const rest = BigInt(`0x${hash('sha256', token, 'hex').slice(0, 28)}`).toString(36)
  return `${token.slice(0, KEPT_OF_LONG)}zzzzz${rest.slice(0, 22)}`
}
