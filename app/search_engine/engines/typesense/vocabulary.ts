/**
 * The words of an index, for patterns that Typesense doesn't support. They are
 * fetched once and kept in this process; new words are added. Words that no
 * longer occur in any row stay and match nothing.
 */
import { SearchTooBroad, SearchTooSlow } from '../../engine.js'
import { wordMatcher, type WordsLeaf } from '../../query/match_words.js'
import { PER_PAGE } from './cluster.js'
import { MAX_VOCABULARY, refuse } from './refused.js'
import { joinWithAnd } from './filter.js'
import type { Snapshot } from './snapshot.js'

/** Maximum number of words that match a pattern. */
const MAX_WORDS = 1000
/** Average number of words per search request. */
const WORDS_A_SEARCH = 120
const HASHES = 0x80000000
/** Number of words compared before yielding. */
const COMPARED_AT_ONCE = 20_000

type Range = [from: number, to: number]

export class Vocabulary {
  #build = ''
  #generation = -1
  #words: string[] = []
  #loading: Promise<void> = Promise.resolve()

  /** @throws SearchTooBroad, SearchRefused, SearchTooSlow */
  async wordsFor(leaf: WordsLeaf, snapshot: Snapshot): Promise<string[]> {
    const loading = this.#loading.catch(() => {}).then(() => this.#load(snapshot))
    this.#loading = loading
    await loading
    const fits = wordMatcher(leaf)
    const found: string[] = []
    const words = this.#words
    for (const [at, word] of words.entries()) {
      if (at && at % COMPARED_AT_ONCE === 0) await otherWork(snapshot)
      if (fits(word) && found.push(word) > MAX_WORDS) throw new SearchTooBroad(shown(leaf))
    }
    return found
  }

  async #load(snapshot: Snapshot): Promise<void> {
    const { build, generation } = snapshot.state
    if (this.#build === build && this.#generation >= generation) return
    const known = this.#build === build ? this.#generation : -1
    const added = joinWithAnd('kind:=word', `(since:>${known} && since:<=${generation})`)
    const [counted] = await snapshot.search([{ q: '*', filter_by: added, per_page: 0 }])
    const words = known < 0 ? [] : this.#words.slice()
    if (words.length + counted!.found > MAX_VOCABULARY)
      refuse('patterns', 'This archive has too many distinct words for wildcards inside a word.')
    const parts = Math.max(1, Math.ceil(counted!.found / WORDS_A_SEARCH))
    const edge = (at: number) => Math.floor((HASHES * at) / parts)
    let ranges = Array.from({ length: parts }, (_, at): Range => [edge(at), edge(at + 1) - 1])
    while (ranges.length) {
      const answers = await snapshot.search(
        ranges.map(([from, to]) => ({
          ...{ q: '*', per_page: PER_PAGE, include_fields: 'word' },
          filter_by: joinWithAnd(added, `shuffled:[${from}..${to}]`),
        }))
      )
      const crowded = ranges.filter((_, at) => answers[at]!.found > PER_PAGE)
      for (const { found, hits } of answers)
        if (found <= PER_PAGE) for (const { document } of hits) words.push(String(document.word))
      ranges = crowded.flatMap(([from, to]): Range[] => {
        const middle = Math.floor((from + to) / 2)
        return [
          [from, middle],
          [middle + 1, to],
        ]
      })
    }
    this.#words = words
    this.#build = build
    this.#generation = generation
  }
}

async function otherWork({ limits }: Snapshot): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  if (performance.now() > limits.endsAt || limits.signal?.aborted)
    throw new SearchTooSlow('The search took too long.')
}

export function shown(leaf: WordsLeaf): string {
  if (leaf.op === 'prefix') return leaf.prefix
  return leaf.op === 'wildcard' ? leaf.pattern : `${leaf.word}~${leaf.edits}`
}
