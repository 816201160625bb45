/** Words and marks of an index, for patterns. */
import { SearchTooBroad } from '../../engine.js'
import type { IndexDatabase } from './index_database.js'
import type { Vocabulary } from './resolve_query.js'
import { getPrefixUpperBound, spellings } from './spellings.js'
import { wordMatcher, type WordsLeaf } from '../../query/match_words.js'

/** Maximum number of words that match a pattern. */
const MAX_WORDS = 1000
/** The maximum for all patterns of a search: each word keeps a page of the index in memory. */
const MAX_WORDS_COMBINED = 10_000

export class WordList implements Vocabulary {
  /** By pattern, for one search. */
  private known = new Map<string, string[]>()

  constructor(private database: IndexDatabase) {}

  /** Starts another search. */
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
    const words = spellings(this.database, rangeOf(leaf))
    return this.collect(words, shown(leaf), (word) => (fits(word) ? word : undefined))
  }

  valuesBetween(field: string, from: number | null, to: number | null): number[] {
    const start = `${field}:`
    const marks = this.database.rows<[string]>(
      'SELECT term FROM vocabulary WHERE term >= ? AND term < ?',
      [start, getPrefixUpperBound(start)]
    )
    return this.collect(marks, field, ([mark]) => {
      const value = Number(mark.slice(start.length))
      const isWithin = (from === null || value >= from) && (to === null || value <= to)
      return isWithin ? value : undefined
    })
  }

  /** Maps terms to a result. @throws SearchTooBroad above the maximum of a pattern */
  private collect<Term, Found>(
    terms: Iterable<Term>,
    part: string,
    take: (term: Term) => Found | undefined
  ): Found[] {
    const found: Found[] = []
    let seen = 0
    for (const term of terms) {
      if (++seen % 1024 === 0) this.database.row('SELECT alive()')
      const taken = take(term)
      if (taken === undefined) continue
      if (found.push(taken) > MAX_WORDS) throw new SearchTooBroad(part)
    }
    return found
  }
}

/** The range that contains the words of a pattern. */
function rangeOf(leaf: WordsLeaf): Parameters<typeof spellings>[1] {
  if (leaf.op === 'prefix') return { start: leaf.prefix }
  if (leaf.op === 'wildcard') return { start: leaf.pattern.split(/[*?]/, 1)[0] }
  const { length } = [...leaf.word]
  return { shortest: length - leaf.edits, longest: length + leaf.edits }
}

function shown(leaf: WordsLeaf): string {
  if (leaf.op === 'prefix') return leaf.prefix
  return leaf.op === 'wildcard' ? leaf.pattern : `${leaf.word}~${leaf.edits}`
}
