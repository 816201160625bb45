/**
 * JSON text as it leaves the server.
 */

import { parseExactly } from './exact_json.js'

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
