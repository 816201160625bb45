/** Lists of synonyms. */
import { analyse } from './analyse.js'

/** Synonyms by unstemmed words, joined by spaces. */
export type Synonyms = Map<string, string[][]>

/**
 * Reads a list of synonyms. A line contains comma-separated entries with the same meaning, or
 * `entries => entries`, where the left side also matches the right side; `#` starts a comment.
 * @returns synonyms by words as written
 */
export function readList(text: string): Synonyms {
  const synonyms: Synonyms = new Map()
  for (const line of text.split('\n')) {
    const [left = [], right] = line.replace(/#.*/, '').split('=>').map(entriesOf)
    for (const entry of left) {
      const known = synonyms.get(entry.join(' ')) ?? []
      for (const other of right ?? left) {
        if (![entry, ...known].some((words) => words.join(' ') === other.join(' '))) {
          known.push(other)
        }
      }
      if (known.length) synonyms.set(entry.join(' '), known)
    }
  }
  return synonyms
}

/** Adds a synonym of a text; both are normalized like the text of documents. */
export function addSynonym(synonyms: Synonyms, text: string, other: string): void {
  const [words, meant] = [analyse(text).exact, analyse(other).exact]
  const key = words.join(' ')
  const known = synonyms.get(key) ?? []
  if ([words, ...known].some((one) => one.join(' ') === meant.join(' '))) return
  synonyms.set(key, [...known, meant])
}

function entriesOf(text: string): string[][] {
  return text
    .split(',')
    .map((entry) => analyse(entry).exact)
    .filter((words) => words.length)
}
