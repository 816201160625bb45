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

/** A text with the same order as the UTF-16 units of the original. */
export function sortedText(text: string): string {
  return Array.from({ length: text.length }, (_, at) =>
    text.charCodeAt(at).toString(16).padStart(4, '0')
  ).join('')
}

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
