/** Words and marks an index has, for patterns: `fts5vocab` over the words as written. */
import { SearchTooBroad } from '../../engine.js'
import type { IndexDatabase } from './index_database.js'
import { EXACT } from './row_content.js'
import type { Vocabulary } from './resolve_query.js'
import { wordMatcher, type WordsLeaf } from '../../query/match_words.js'

/** A pattern may stand for so many words. */
const MAX_WORDS = 1000
/** And all patterns of a search: each word keeps a page of the index in memory. */
const MAX_WORDS_COMBINED = 10_000

export class WordList implements Vocabulary {
  /** By pattern, of one search. */
  private known = new Map<string, string[]>()

  constructor(private database: IndexDatabase) {}

  /** Begins another search. */
  forget(): void {
    this.known.clear()
  }

  wordsFor(leaf: WordsLeaf): string[] {
    const pattern = JSON.stringify({ ...leaf, fields: [] })
    let words = this.known.get(pattern)
    if (!words) {
      words = this.find(leaf)
      this.known.set(pattern, words)
      const together = [...this.known.values()].reduce((sum, { length }) => sum + length, 0)
      if (together > MAX_WORDS_COMBINED) throw new SearchTooBroad(shown(leaf))
    }
    return words
  }

  private find(leaf: WordsLeaf): string[] {
    const fits = wordMatcher(leaf)
    if (leaf.op === 'prefix') return this.collect(EXACT + leaf.prefix, shown(leaf), fits)
    if (leaf.op === 'wildcard') {
      const [start = ''] = leaf.pattern.split(/[*?]/, 1)
      return this.collect(EXACT + start, shown(leaf), fits)
    }
    // A character is one or two units long.
    const least = leaf.word.length / 2 - leaf.edits
    const most = 2 * (leaf.word.length + leaf.edits)
    const couldFit = ({ length }: string) => length >= least && length <= most
    return this.collect(EXACT, shown(leaf), (word) => couldFit(word) && fits(word))
  }

  valuesBetween(field: string, from: number | null, to: number | null): number[] {
    const values: number[] = []
    this.collect(
      `${field}:`,
      field,
      (text) => {
        const value = Number(text.slice(field.length + 1))
        if ((from !== null && value < from) || (to !== null && value > to)) return false
        values.push(value)
        return true
      },
      false
    )
    return values
  }

  private collect(
    start: string,
    part: string,
    fits: (word: string) => boolean,
    isWord = true
  ): string[] {
    const found: string[] = []
    const skipped = isWord ? EXACT.length : 0
    let seen = 0
    for (const [term] of this.database.rows<[string]>(
      'SELECT term FROM vocabulary WHERE term >= ? AND term < ?',
      [start, `${start}\u{10ffff}`]
    )) {
      if (++seen % 1024 === 0) this.database.row('SELECT alive()')
      const word = term.slice(skipped)
      if (!fits(word)) continue
      if (found.push(word) > MAX_WORDS) throw new SearchTooBroad(part)
    }
    return found
  }
}

function shown(leaf: WordsLeaf): string {
  if (leaf.op === 'prefix') return leaf.prefix
  return leaf.op === 'wildcard' ? leaf.pattern : `${leaf.word}~${leaf.edits}`
}
