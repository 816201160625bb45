/**
 * The words of an index as written, in which patterns are looked up. FTS5 has its own list of
 * words, but it reads all rows of a word to get to the next one. Words that no longer occur in
 * any row stay in the list and match nothing.
 */
import type { IndexDatabase } from './index_database.js'
import { EXACT } from './row_content.js'

/** Number of words read in one text. */
const AT_ONCE = 20_000
const MAX_LENGTH = 2 ** 31 - 1

const ADD = 'INSERT OR IGNORE INTO spellings VALUES (?)'

/** Adds the words of a row. @param texts its columns of words */
export function addSpellings(database: IndexDatabase, texts: string[]): void {
  const words = new Set<string>()
  for (const text of texts)
    for (const word of text.split(' '))
      if (word.startsWith(EXACT)) words.add(word.slice(EXACT.length))
  for (const word of words) database.run(ADD, word)
}

/** Adds the words of all existing rows. */
export function addAllSpellings(database: IndexDatabase): void {
  database.run(
    'INSERT OR IGNORE INTO spellings SELECT substr(term, ?) FROM vocabulary WHERE term >= ? AND term < ?',
    EXACT.length + 1,
    EXACT,
    getPrefixUpperBound(EXACT)
  )
}

interface SpellingRange {
  start?: string
  /** Characters. */
  shortest?: number
  longest?: number
}

/** Words with a prefix and a length, in order. */
export function* spellings(
  database: IndexDatabase,
  { start = '', shortest = 0, longest = MAX_LENGTH }: SpellingRange
): Generator<string> {
  let [from, comparison] = [start, '>=']
  for (;;) {
    const [last, words] = database.row<[string | null, string | null]>(
      // A call for each word would take longer than finding it.
      `SELECT max(word), group_concat(word, ' ') FILTER (WHERE length(word) BETWEEN ? AND ?)
       FROM (SELECT word FROM spellings WHERE word ${comparison} ? AND word < ? ORDER BY word LIMIT ${AT_ONCE})`,
      shortest,
      longest,
      from,
      getPrefixUpperBound(start)
    )!
    if (words !== null) yield* words.split(' ')
    if (last === null) return
    ;[from, comparison] = [last, '>']
  }
}

/** Sorts after everything with the prefix. */
export const getPrefixUpperBound = (start: string) => `${start}\u{10ffff}`
