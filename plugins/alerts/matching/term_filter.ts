/**
 * What rows must have at least to match a query: made once for each query,
 * and asked of very many. Its numbers are adjacent in memory, because reading
 * what is scattered over memory is most of the work.
 */
import type { QueryTree } from '#app/search_engine/query/tree'
import { termsOfLeaf } from './terms.js'

/**
 * A node: what it is, how many numbers follow, and these: numbers of terms of
 * which a row has one, or nodes of which it passes all, or one. Null: every
 * row passes.
 */
export type TermFilter = number[] | null

const ONE_OF = 0
const ALL = 1
const ANY = 2
const NOTHING: TermFilter = [ONE_OF, 0]

/** The filter of a tree: rows that do not pass it do not match. */
export function filterOf(tree: QueryTree, numberOf: (term: string) => number): TermFilter {
  switch (tree.op) {
    case 'all':
    case 'not':
      return null
    case 'none':
      return NOTHING
    case 'and':
      return allOf(tree.of.map((part) => filterOf(part, numberOf)))
    case 'or': {
      const parts = tree.of.map((part) => filterOf(part, numberOf))
      return parts.includes(null) ? null : node(ANY, parts.flat() as number[])
    }
    default:
      return allOf((termsOfLeaf(tree) ?? []).map((terms) => node(ONE_OF, terms.map(numberOf))))
  }
}

const node = (kind: number, rest: number[]): number[] => [kind, rest.length, ...rest]

function allOf(parts: TermFilter[]): TermFilter {
  const all = parts.filter((part) => part !== null)
  return all.length > 1 ? node(ALL, all.flat()) : (all[0] ?? null)
}

/**
 * Whether a row passes.
 *
 * @param had the last look-up whose row had each term, by its number
 * @param lookup that of the row
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
