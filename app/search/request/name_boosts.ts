/** Records that bear what was asked for as their name come first (search.md 4.3). */
import { MOST_WORDS_OF_SYNONYM, synonymsOf } from '../analysis/synonyms.js'
import type { NameBoost, SearchTypeDefinition } from '../define_search_type.js'
import type { Scoring } from '../engine.js'
import { citationsIn } from '../query/citation_text.js'
import { phraseFilter, type ParsedQuery } from '../query/parse_query.js'
import type { QueryLeaf } from '../query/tree.js'

type Boost = NonNullable<Scoring['boosts']>[number]

/** Words without operators, fields or wildcards. */
const PLAIN_WORDS = /^[^:"()~*?!|%]+$/
const OPERATORS = /(^|\s)(AND|OR|NOT|-\S+)(\s|$)/
/** Ways of writing one name that are looked for. */
const MOST_SPELLINGS = 8
const MOST_CITATIONS = 3

/** What raises records of this type for a query. */
export function nameBoosts(
  { names = {} }: SearchTypeDefinition,
  { textOutsideQuotes: outside, quotedPhrases, looksLikeCaseName }: ParsedQuery
): Boost[] {
  const quoted = outside === '' && quotedPhrases.length === 1 ? quotedPhrases[0]! : null
  if (quoted === null && quotedPhrases.length) return []
  const text = quoted ?? outside
  if (!text || !PLAIN_WORDS.test(text) || OPERATORS.test(text)) return []
  const { citations, before } =
    quoted === null ? citationsIn(text) : { citations: [], before: text }
  return Object.entries(names).flatMap(([field, boost]) => {
    const asked =
      boost.citations && citations.length ? citations.slice(0, MOST_CITATIONS) : [before]
    return asked.flatMap((name) =>
      leavesOf(name, field, boost, looksLikeCaseName && quoted === null).map((leaf) => ({
        leaf,
        times:
          (looksLikeCaseName && boost.caseName) || (leaf.op === 'word' ? boost.word : boost.phrase),
      }))
    )
  })
}

function leavesOf(
  name: string,
  field: string,
  boost: NameBoost,
  withSpellings: boolean
): QueryLeaf[] {
  const leaf = phraseFilter(name, field)
  if (leaf.op === 'word') return [leaf]
  if (leaf.op !== 'phrase') return []
  if (!boost.caseName) return [leaf]
  const spelled = withSpellings ? spellings(leaf.words) : [leaf.words]
  return spelled.map((words) => loosely({ ...leaf, words }))
}

/** One word may stand between those of a name: `miranda arizona`. */
function loosely(leaf: QueryLeaf & { op: 'phrase' }): QueryLeaf {
  const words = [...new Set(leaf.words)]
  return { ...leaf, op: 'near', words, distance: 1 + leaf.words.length - words.length }
}

/** The name of a case as it is written, with `v`, and with short forms in full and the other way round: `bd of educ`, `u.s.`. */
function spellings(words: string[]): string[][] {
  let known: string[][] = [[]]
  for (let at = 0; at < words.length;) {
    const { length, ways } = waysOf(words, at)
    known = known.flatMap((start) => ways.map((way) => [...start, ...way])).slice(0, MOST_SPELLINGS)
    at += length
  }
  return known
}

/** What may stand for the words from an index on; the longest run with synonyms. */
function waysOf(words: string[], at: number): { length: number; ways: string[][] } {
  if (/^(v|vs|versus)$/.test(words[at]!)) return { length: 1, ways: [['v']] }
  for (let length = MOST_WORDS_OF_SYNONYM; length > 0; length--) {
    const run = words.slice(at, at + length)
    const others = run.length === length ? synonymsOf(run) : []
    if (others.length) return { length, ways: [run, ...others] }
  }
  return { length: 1, ways: [[words[at]!]] }
}
