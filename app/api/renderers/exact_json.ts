/** JSON with exact whole numbers: PostgreSQL's have 64 bits, JavaScript's 53. */

/** A number as digits, which `JSON.stringify` writes unchanged. */
export interface RawNumber {
  rawJSON: string
}

/**
 * The part of the proposal "JSON.parse source text access" that Node.js implements and
 * TypeScript doesn't declare yet.
 */
const RawJson = JSON as unknown as {
  rawJSON: (text: string) => RawNumber
  isRawJSON: (value: unknown) => value is RawNumber
  parse: (
    text: string,
    reviver: (key: string, value: unknown, context: { source: string }) => unknown
  ) => unknown
}

/** A whole number of any size for `JSON.stringify`. */
export function exactNumber(value: number | bigint): number | RawNumber {
  return typeof value === 'bigint' ? RawJson.rawJSON(String(value)) : value
}

export const isRawNumber = RawJson.isRawJSON

/** Parses JSON. Whole numbers that JavaScript would round become RawNumbers. */
export function parseExactly(text: string): unknown {
  return RawJson.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
      ? RawJson.rawJSON(source)
      : value
  )
}

/**
 * Line separators are valid in JSON but weren't in older JavaScript. The original service
 * escapes them, too.
 */
const SEPARATORS = /[\u2028\u2029]/g

/**
 * Finishes JSON text: escapes the two separators and indents if requested.
 *
 * @param indent spaces per level, 0 for compact
 */
export function finishJson(text: string, indent: number): string {
  const laid = indent ? JSON.stringify(parseExactly(text), null, indent) : text
  if (!laid.includes('\u2028') && !laid.includes('\u2029')) return laid
  return laid.replace(SEPARATORS, (character) => (character === '\u2028' ? '\\u2028' : '\\u2029'))
}
