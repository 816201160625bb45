/** Words that mean the same; for bare words of queries only (search.md 4.5). */
import { readFileSync } from 'node:fs'
import { analyse } from './analyse.js'

/** Words of the longest entry of the list. */
export const MOST_WORDS_OF_SYNONYM = 6

let list: Map<string, string[][]> | undefined

/** What the words, as written, also stand for: each a word or a phrase, as written. */
export function synonymsOf(words: string[]): string[][] {
  list ??= readList(readFileSync(new URL('synonyms.txt', import.meta.url), 'utf8'))
  return list.get(words.join(' ')) ?? []
}

/**
 * Reads a list of synonyms. A line has entries parted by commas that stand
 * for each other, or `entries => entries`, where what is left stands for what
 * is right as well; `#` begins a remark.
 * @returns by words as written, what else they stand for
 */
export function readList(text: string): Map<string, string[][]> {
  const synonyms = new Map<string, string[][]>()
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

function entriesOf(text: string): string[][] {
  return text
    .split(',')
    .map((entry) => analyse(entry).exact)
    .filter((words) => words.length)
}
