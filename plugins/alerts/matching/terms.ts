/**
 * Terms of rows and queries, for the index of queries. Terms of words ignore
 * fields, so that a query without fields has few terms.
 */
import type { AnalysedRow } from '#app/search_engine/query/evaluate'
import type { Operand, QueryLeaf, QueryTree, WordForm } from '#app/search_engine/query/tree'

/** Characters in a prefix term. */
const BEGINNING = 3

/** First characters of terms, by kind. */
export const SIGNS = { stem: '~', exact: '=', key: '#', beginning: '<', value: '' }
const wordTerm = (form: WordForm, word: string) => SIGNS[form] + word
export const getWordPrefix = (word: string) => word.slice(0, BEGINNING)
const beginningTerm = (word: string) => SIGNS.beginning + getWordPrefix(word)
export const valueTerm = (field: string, value: string | number) => `${field}:${value}`

/** Splits a term into its sign and the rest. */
export function splitTerm(term: string): [sign: string, rest: string] {
  const sign = Object.values(SIGNS).find((one) => term.startsWith(one))!
  return [sign, term.slice(sign.length)]
}

/** All terms of a row. */
export function collectRowTerms(row: AnalysedRow): Set<string> {
  const terms = new Set<string>()
  for (const values of Object.values(row.words)) {
    for (const { exact, stem, key } of values) {
      for (const word of new Set(exact)) terms.add(wordTerm('exact', word)).add(beginningTerm(word))
      for (const word of new Set(stem)) terms.add(wordTerm('stem', word))
      for (const one of key) terms.add(wordTerm('key', one))
    }
  }
  for (const [field, values] of Object.entries(row.values))
    for (const value of values) terms.add(valueTerm(field, value))
  return terms
}

/** Each matching row contains at least one term of each list; null if a leaf requires no terms. */
function listLeafTerms(leaf: QueryLeaf): string[][] | null {
  switch (leaf.op) {
    case 'word':
      return [[wordTerm(leaf.form, leaf.word)]]
    case 'phrase':
    case 'near':
      return leaf.words.map((word) => [wordTerm(leaf.form, word)])
    case 'connected':
      return listOperandTerms(leaf.chain)
    case 'prefix':
      return leaf.prefix.length < BEGINNING ? null : [[beginningTerm(leaf.prefix)]]
    case 'wildcard': {
      const [begins = ''] = leaf.pattern.split(/[*?]/, 1)
      return begins.length < BEGINNING ? null : [[beginningTerm(begins)]]
    }
    case 'is':
      return [leaf.values.map((value) => valueTerm(leaf.field, value))]
    case 'fuzzy':
    case 'range':
      return null
  }
}

/** The same for terms joined by connectors: each operand of a chain must occur. */
function listOperandTerms(operand: Operand): string[][] {
  if (operand.is === 'chain') return operand.of.flatMap(listOperandTerms)
  if (operand.is === 'any') return anyOf(operand.of.map(listOperandTerms))
  return anyOf(operand.of.map((term) => listLeafTerms(term) ?? []))
}

/** One list of terms for alternatives, from the first list of each; none if one requires no terms. */
function anyOf(alternatives: string[][][]): string[][] {
  if (alternatives.some((lists) => !lists.length)) return []
  return [[...new Set(alternatives.flatMap(([first]) => first!))]]
}

/**
 * The rarest terms of which every matching row contains at least one; null for a
 * tree without such terms.
 *
 * @param frequency share of rows that contain a term
 */
export function requiredTerms(
  tree: QueryTree,
  frequency: (term: string) => number
): string[] | null {
  const cost = (terms: string[]) => terms.reduce((sum, term) => sum + frequency(term), 0)
  const cheapest = (lists: (string[] | null)[]) =>
    lists.reduce((best, one) => (one && (!best || cost(one) < cost(best)) ? one : best), null)
  switch (tree.op) {
    case 'all':
    case 'not':
      return null
    case 'none':
      return []
    case 'and':
      return cheapest(tree.of.map((part) => requiredTerms(part, frequency)))
    case 'or': {
      const parts = tree.of.map((part) => requiredTerms(part, frequency))
      return parts.includes(null) ? null : [...new Set(parts.flat() as string[])]
    }
    default:
      return cheapest(listLeafTerms(tree) ?? [])
  }
}

/**
 * A tree in one array, so that checks read adjacent memory. A node consists of its
 * kind, the number of following values, and these values: numbers of terms, or
 * nodes. Null if every row passes.
 */
export type TermFilter = number[] | null

const ONE_OF = 0
const ALL = 1
const ANY = 2
const NOTHING: TermFilter = [ONE_OF, 0]

/** The filter of a query. Rows that don't pass it don't match. */
export function buildTermFilter(tree: QueryTree, numberOf: (term: string) => number): TermFilter {
  switch (tree.op) {
    case 'all':
    case 'not':
      return null
    case 'none':
      return NOTHING
    case 'and':
      return allOf(tree.of.map((part) => buildTermFilter(part, numberOf)))
    case 'or': {
      const parts = tree.of.map((part) => buildTermFilter(part, numberOf))
      return parts.includes(null) ? null : node(ANY, parts.flat() as number[])
    }
    default:
      return allOf((listLeafTerms(tree) ?? []).map((terms) => node(ONE_OF, terms.map(numberOf))))
  }
}

const node = (kind: number, rest: number[]): number[] => [kind, rest.length, ...rest]

function allOf(parts: TermFilter[]): TermFilter {
  const all = parts.filter((part) => part !== null)
  return all.length > 1 ? node(ALL, all.flat()) : (all[0] ?? null)
}

/**
 * Whether a row passes a filter.
 *
 * @param had last lookup whose row contained a term, by number of the term
 * @param lookup lookup of the row
 */
export function passes(filter: TermFilter, had: number[], lookup: number): boolean {
  return filter === null || passesAt(filter, 0, had, lookup)
}

function passesAt(filter: number[], at: number, had: number[], lookup: number): boolean {
  const kind = filter[at]
  const end = at + 2 + filter[at + 1]!
  if (kind === ONE_OF) {
    for (let next = at + 2; next < end; next++) if (had[filter[next]!] === lookup) return true
    return false
  }
  for (let next = at + 2; next < end; next += 2 + filter[next + 1]!)
    if (passesAt(filter, next, had, lookup) !== (kind === ALL)) return kind === ANY
  return kind === ALL
}
