/**
 * Compiles resolved trees to `filter_by`. Typesense evaluates `&&` and `||` from left to right,
 * so every pair is in parentheses. It can't negate a group, so "not" is pushed down to the
 * leaves.
 */
import type { QueryTree, WordForm } from '../../query/tree.js'
import { exactField, formField, numberField, valueField } from './schema.js'
import { LEAST, MOST, numberCode, prefixTokens, valueToken, wordToken } from './tokens.js'

/** A leaf Typesense can decide. */
export type FilterLeaf =
  | { op: 'phrase'; fields: string[]; words: string[]; form: WordForm }
  | { op: 'prefix'; fields: string[]; prefix: string }
  /** One of the fields contains one of the words. */
  | { op: 'words'; fields: string[]; words: string[]; form: WordForm }
  | { op: 'range'; field: string; from: number | null; to: number | null }
  | { op: 'numbers'; field: string; values: number[] }
  | { op: 'values'; field: string; values: string[] }
  /** Rows, or rows of parents, with these keys. */
  | { op: 'rows'; by: 'pk' | 'parent'; keys: number[]; scores?: { fields: string[] } }

export type FilterTree =
  | { op: 'all' }
  | { op: 'none' }
  | { op: 'and'; of: FilterTree[] }
  | { op: 'or'; of: FilterTree[] }
  | { op: 'not'; of: FilterTree }
  | FilterLeaf

/** `and`, `or`, and `not` of trees fold any leaves, but are typed for queries. */
export const asQuery = (tree: FilterTree) => tree as unknown as QueryTree
export const asFilter = (tree: QueryTree) => tree as unknown as FilterTree

/** Number of leaves and operators in the filters other than the query. */
const SPARE = 30

/** Number of leaves and operators in a filter, as Typesense counts them. */
function countOperations(tree: FilterTree): number {
  switch (tree.op) {
    case 'all':
    case 'none':
      return 0
    case 'not':
      return countOperations(tree.of)
    case 'and':
    case 'or':
      return gathered(tree).reduce((sum, part) => sum + countOperations(part) + 1, -1)
    default:
      return 2 * leafFilters(tree, false).length - 1
  }
}

/** Whether a server with this limit accepts the filter. */
export const isTooComplex = (tree: FilterTree, most: number) => countOperations(tree) + SPARE > most

/** The filter of a tree that matches neither everything nor nothing. */
export function filterText(tree: FilterTree, negated = false): string {
  switch (tree.op) {
    case 'all':
    case 'none':
      throw new Error('Everything and nothing cannot be used as filters.')
    case 'not':
      return filterText(tree.of, !negated)
    case 'and':
    case 'or':
      return joined(
        gathered(tree).map((part) => filterText(part, negated)),
        (tree.op === 'and') === negated ? '||' : '&&'
      )
    default:
      return joined(leafFilters(tree, negated), negated ? '&&' : '||')
  }
}

/** The parts; alternative words in the same fields are merged. */
function gathered({ op, of }: FilterTree & { op: 'and' | 'or' }): FilterTree[] {
  if (op === 'and') return of
  const parts = new Map<string, FilterTree>()
  for (const part of of) {
    const isWord = part.op === 'phrase' && part.words.length === 1
    const key = isWord ? `${part.form} ${part.fields.join(' ')}` : String(parts.size)
    const before = parts.get(key)
    if (!isWord) parts.set(key, part)
    else if (before?.op === 'words') before.words.push(part.words[0]!)
    else parts.set(key, { ...part, op: 'words', words: [...part.words] })
  }
  return [...parts.values()]
}

/** All of them must match. */
export const joinWithAnd = (...filters: (string | null)[]) =>
  joined(
    filters.filter((one) => one !== null),
    '&&'
  )
export const joinWithOr = (...filters: string[]) => joined(filters, '||')

function joined(filters: string[], operator: '&&' | '||'): string {
  const [first, ...rest] = filters
  return rest.reduce((text, one) => `(${text} ${operator} ${one})`, first!)
}

function leafFilters(leaf: FilterLeaf, negated: boolean): string[] {
  const no = negated ? '!' : ''
  switch (leaf.op) {
    case 'phrase': {
      const words = leaf.words.map(wordToken)
      const value = words.length === 1 ? words[0]! : `"${words.join(' ')}"`
      return leaf.fields.map((name) => `${formField(leaf.form, name)}:${no}${value}`)
    }
    case 'prefix':
      // Every text that exists has words.
      if (!leaf.prefix) return leaf.fields.map((name) => `present:${no}${valueToken(name)}`)
      return leaf.fields.flatMap((name) =>
        prefixTokens(leaf.prefix).map((token) => `${exactField(name)}:${no}${token}*`)
      )
    case 'words':
      return leaf.fields.map(
        (name) => `${formField(leaf.form, name)}:${no}${list(leaf.words.map(wordToken))}`
      )
    case 'values':
      return [`${valueField(leaf.field)}:${no}${list(leaf.values.map(valueToken))}`]
    case 'numbers':
      return [`${numberField(leaf.field)}:${no}=${list(leaf.values.map(numberCode))}`]
    case 'range': {
      const from = leaf.from === null ? LEAST : numberCode(leaf.from)
      const to = leaf.to === null ? MOST : numberCode(leaf.to)
      return [`${numberField(leaf.field)}:${no}[${from}..${to}]`]
    }
    case 'rows':
      return [`${leaf.by}:${no}=${list(leaf.keys)}`]
  }
}

function list(values: (string | number | bigint)[]): string {
  return `[${values.join(',')}]`
}
