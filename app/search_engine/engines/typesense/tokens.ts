/**
 * How words and values are written in Typesense, which keeps ASCII letters and
 * digits only, cuts words after 100 bytes and takes quotes, commas and
 * parentheses of a filter as its own. Every token is of `[a-z0-9]`, so no text
 * of a user gets into a filter as anything but a word.
 */
import { hash } from 'node:crypto'

const PLAIN = /^[a-z0-9]+$/
/** Bytes of a token; Typesense counts no more than 100. */
const LONGEST = 98
/** Characters of a long token that are kept unchanged. */
export const KEPT_OF_LONG = 70

/** The token of an analyzer word. */
export function wordToken(word: string): string {
  return PLAIN.test(word) ? `a${word}` : shortened(`u${escaped(word)}`)
}

/** Tokens that begin so are those of words with the prefix. */
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
 * A number as a whole one with the same order (the bits of a double), since
 * Typesense's floats have 32 bits.
 */
export function numberCode(value: number): bigint {
  DOUBLE.setFloat64(0, value || 0)
  const bits = DOUBLE.getBigInt64(0)
  return bits >= 0n ? bits : -(bits & NO_SIGN)
}

const DOUBLE = new DataView(new ArrayBuffer(8))
const NO_SIGN = 0x7fffffffffffffffn
/** Bounds no number reaches. */
export const LEAST = -NO_SIGN
export const MOST = NO_SIGN

/** Text whose order is that of a text's UTF-16 units. */
export function sortedText(text: string): string {
  return Array.from({ length: text.length }, (_, at) =>
    text.charCodeAt(at).toString(16).padStart(4, '0')
  ).join('')
}

/** A number for the beginning of a text that preserves the order of texts. */
export function beginningCode(text: string): number {
  return [0, 1, 2].reduce((code, at) => code * 0x10000 + (text.charCodeAt(at) || 0), 0)
}

/** Every character but a to y and digits as `z` and four digits. */
function escaped(text: string): string {
  return [...text]
    .map((one) =>
      /[a-y0-9]/.test(one) ? one : `z${one.codePointAt(0)!.toString(36).padStart(4, '0')}`
    )
    .join('')
}

/** `zzzzz` is the escape of no character. */
function shortened(token: string): string {
  if (token.length <= LONGEST) return token
  const rest = BigInt(`0x${hash('sha256', token, 'hex').slice(0, 28)}`).toString(36)
  return `${token.slice(0, KEPT_OF_LONG)}zzzzz${rest.slice(0, 22)}`
}
