/** Boosts records whose name matches the query (search.md 4.3). */
import { analyse } from '#app/search_engine/analysis/analyse'
import type { SearchIndexDefinition } from '../define_search_index.js'
import type { NameBoost, SearchTypeDefinition } from '../define_search_type.js'
import type { Scoring } from '#app/search_engine/engine'
import { countNumberParts } from '#app/search_engine/query/number_tree'
import { isPlainText } from '#app/search_engine/query/check_text'
import { fieldNames } from '#app/search_engine/query/fields'
import {
  nameWords,
  numberFilter,
  phraseFilter,
  type ParsedQuery,
} from '#app/search_engine/query/parse_query'
import { listQueryLeaves, type QueryTree } from '#app/search_engine/query/tree'

type Boosts = Required<Pick<Scoring, 'boosts' | 'parts'>>

const VERSUS = /^(?:v|vs|versus)$/
const DIGIT = /\d/
/** Maximum number of words in a name, number, or citation. */
const MAX_WORDS = 40
/** Maximum number of words matched as part of a name. */
const MAX_PARTS = 6
const MAX_CITATIONS = 3
/** Share added to a name's boost when its words are adjacent and in order. */
const IN_ORDER = 0.1

/**
 * Boosts for a query on this type. Names match words in any order;
 * numbers and citations match exactly.
 */
export function nameBoosts(
  { names = {}, citedField }: Pick<SearchTypeDefinition, 'names' | 'citedField'>,
  index: SearchIndexDefinition,
  query: ParsedQuery
): Partial<Scoring> {
  const fielded = fieldedName(query, index)
  const asked = fielded ?? askedNames(query)
  if (!asked) return {}
  const found: Boosts = { boosts: [], parts: [] }
  for (const [field, boost] of Object.entries(names)) {
    if (fielded && field !== fielded.field) continue
    if (boost.is === 'name') addName(found, field, boost, index, asked)
    else
      for (const text of asked[boost.is].slice(0, MAX_CITATIONS)) {
        if (analyse(text).exact.length > MAX_WORDS) continue
        if (boost.is === 'number')
          found.boosts.push({
            tree: numberFilter(text, field),
            times: timesWords(countNumberParts(text), boost),
          })
        else {
          const tree = phraseFilter(text, field)
          found.boosts.push({ tree, times: times(tree, boost) })
        }
      }
  }
  return { ...found, citedField }
}

interface AskedNames {
  name: string
  /** In quotes, for exact matches. */
  exact: boolean
  /** Whether the text looks like a case name, or precedes a citation or number. */
  ofCase: boolean
  citation: string[]
  number: string[]
}

function askedNames(query: ParsedQuery): AskedNames | null {
  const { textOutsideQuotes: outside, quotedPhrases, looksLikeName } = query
  const quoted = outside === '' && quotedPhrases.length === 1 ? quotedPhrases[0]! : null
  if (quoted === null && quotedPhrases.length) return null
  const text = quoted ?? outside
  if (!isPlainText(text)) return null
  const { references, numbers, name } = query
  const whole = DIGIT.test(text) ? [text] : []
  if (quoted !== null)
    return { name: quoted, exact: true, ofCase: looksLikeName, citation: whole, number: whole }
  return {
    name,
    exact: false,
    ofCase: looksLikeName || references.length + numbers.length > 0,
    citation: references.length ? references : whole,
    number: numbers.length ? numbers : whole,
  }
}

const FIELDED = /^([A-Za-z_]\w*):(?:\(([^()":]+)\)|([^\s()":]+))$/

/** The name in a query of one field: `citation:(410 U.S. 113)`. */
function fieldedName(
  { textOutsideQuotes, quotedPhrases }: ParsedQuery,
  index: SearchIndexDefinition
): (AskedNames & { field: string }) | null {
  const [, written, group, word] = FIELDED.exec(textOutsideQuotes) ?? []
  const name = group ?? word
  if (written === undefined || name === undefined || quotedPhrases.length) return null
  const field = fieldNames(index).find(written)
  if (!field || !isPlainText(name)) return null
  return {
    ...{ name, exact: false, ofCase: true, field: field.name },
    ...{ citation: [name], number: [name] },
  }
}

function addName(
  { boosts, parts }: Boosts,
  field: string,
  boost: NameBoost,
  index: SearchIndexDefinition,
  { name, exact, ofCase }: AskedNames
): void {
  const words = analyse(name).exact
  if (!words.length || words.length > MAX_WORDS) return
  const phrase = phraseFilter(name, field)
  const tree = exact ? phrase : nameWords(name, field, index)
  const forAll = times(tree, boost, ofCase)
  boosts.push({ tree, times: forAll })
  if (exact || tree.op !== 'and') return
  if (ofCase) boosts.push({ tree: phrase, times: forAll * IN_ORDER })
  if (!boost.part) return
  const single = tree.of.filter((part) => !isVersus(part)).slice(0, MAX_PARTS)
  parts.push(...single.map((part) => ({ tree: part, times: boost.part! })))
}

function isVersus(tree: QueryTree): boolean {
  return listQueryLeaves(tree).some((leaf) => leaf.op === 'word' && VERSUS.test(leaf.word))
}

/** The boost of a tree: the sum over its words. */
function times(tree: QueryTree, boost: NameBoost, ofCase = false): number {
  const words = tree.op === 'and' ? tree.of.length : 'words' in tree ? tree.words.length : 1
  return timesWords(words, boost, ofCase)
}

const timesWords = (words: number, boost: NameBoost, ofCase = false) =>
  words * ((ofCase && boost.caseName) || (words > 1 ? boost.several : boost.one))
