/** Words that mean the same; for bare words of queries only (search.md 4.5). */
import { readFileSync } from 'node:fs'
import { analyse } from './analyse.js'

/** Words of the longest entry of the list. */
export const MOST_WORDS_OF_SYNONYM = 7

/** By words as written. */
type Synonyms = Map<string, string[][]>

const lists = new Map<string, Synonyms>()
const NONE: string[][] = []

/**
 * What the words, as written, also stand for: each a word or a phrase, as written.
 *
 * @param ofCaseName with the short forms of names of cases (Bluebook, tables T6 and T10) that are
 *   words of their own elsewhere, and their plurals: `R. Co.`, `Prods.`
 */
export function synonymsOf(words: string[], ofCaseName = false): string[][] {
  const run = words.join(' ')
  const known = listIn('synonyms.txt').get(run) ?? NONE
  if (!ofCaseName) return known
  const inNames = listIn('case_name_synonyms.txt').get(run) ?? NONE
  const all = inNames.length ? [...known, ...inNames] : known
  return all.length || words.length > 1 ? all : ofPluralShortForm(run)
}

function ofPluralShortForm(word: string): string[][] {
  if (!/^[a-z]{3,}s$/.test(word)) return NONE
  const one = word.slice(0, -1)
  return synonymsOf([one], true).filter((words) => words.join(' ').length > one.length)
}

function listIn(file: string): Synonyms {
  let list = lists.get(file)
  if (!list)
    lists.set(file, (list = readList(readFileSync(new URL(file, import.meta.url), 'utf8'))))
  return list
}

/**
 * Reads a list of synonyms. A line has entries parted by commas that stand
 * for each other, or `entries => entries`, where what is left stands for what
 * is right as well; `#` begins a remark.
 * @returns by words as written, what else they stand for
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

function entriesOf(text: string): string[][] {
  return text
    .split(',')
    .map((entry) => analyse(entry).exact)
    .filter((words) => words.length)
}
