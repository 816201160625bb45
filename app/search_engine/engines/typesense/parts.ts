/**
 * Long texts in parts: Typesense counts the positions of words in 16 bits, so
 * that phrases go wrong in a text of more than 65,535 words.
 */
import { MAX_PHRASE_LENGTH } from '../../query/limits.js'

/** Words of a part that another one follows; the last part has fewer. */
export const PART = 30_000
/** Words a part shares with the one before it, so that no phrase is cut in two. */
export const OVERLAP = MAX_PHRASE_LENGTH

/** The words of one value, joined by blanks, in parts. */
export function partsOf(words: string[], part = PART): string[] {
  if (!words.length) return []
  const parts: string[] = []
  for (let at = 0; ; at += part - OVERLAP) {
    const some = words.slice(at, at + part)
    parts.push(some.join(' '))
    if (some.length < part) return parts
  }
}

/** The values that parts are of, word by word. */
export function valuesOf(parts: string[], part = PART): string[][] {
  const values: string[][] = []
  let continued: string[] | null = null
  for (const text of parts) {
    const words = text.split(' ')
    if (continued) for (const word of words.slice(OVERLAP)) continued.push(word)
    else values.push((continued = words))
    if (words.length < part) continued = null
  }
  return values
}
