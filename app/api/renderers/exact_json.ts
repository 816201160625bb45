/**
 * JSON whose whole numbers stay as they are written: PostgreSQL's have 64
 * bits, JavaScript's 53.
 */

/** A number as its digits; `JSON.stringify` writes them unchanged. */
export interface RawNumber {
  rawJSON: string
}

/** What Node has of the proposal "JSON.parse source text access", which TypeScript does not type yet. */
const RawJson = JSON as unknown as {
  rawJSON: (text: string) => RawNumber
  isRawJSON: (value: unknown) => value is RawNumber
  parse: (
    text: string,
    reviver: (key: string, value: unknown, context: { source: string }) => unknown
  ) => unknown
}

/** A whole number for `JSON.stringify`, exact whatever its size. */
export function exactNumber(value: number | bigint): number | RawNumber {
  return typeof value === 'bigint' ? RawJson.rawJSON(String(value)) : value
}

export const isRawNumber = RawJson.isRawJSON

/** Parses JSON; whole numbers that JavaScript would round become RawNumbers. */
export function parseExactly(text: string): unknown {
  return RawJson.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
      ? RawJson.rawJSON(source)
      : value
  )
}

/** Line separators are legal in JSON but not in old JavaScript; clients of the original service get them escaped. */
const SEPARATORS = /[\u2028\u2029]/g

/**
 * Finishes JSON text: escapes the two separators and indents where asked.
 *
 * @param indent blanks per level, 0 for compact
 */
export function finishJson(text: string, indent: number): string {
  const laid = indent ? JSON.stringify(parseExactly(text), null, indent) : text
  if (!laid.includes('\u2028') && !laid.includes('\u2029')) return laid
  return laid.replace(SEPARATORS, (character) => (character === '\u2028' ? '\\u2028' : '\\u2029'))
}
