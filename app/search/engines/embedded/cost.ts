/** Tells light searches from heavy ones before they run, by how frequent their words are. */
import type { EngineSearch } from '../../engine.js'
import { and, type QueryTree } from '../../query/tree.js'
import type { IndexReader } from './index_reader.js'
import { matchExpression } from './match_expression.js'
import type { ResolvedTree } from './resolve_query.js'

/** A search that looks at more rows than these is heavy. */
export const HEAVY_ROWS = 20_000

/** Whether a search looks at so many rows that it belongs to the heavy threads. */
export function isHeavy(reader: IndexReader, search: EngineSearch): boolean {
  return mayBeMore(reader, and(search.query, search.filter), HEAVY_ROWS)
}

/** Whether a tree may make the engine look at so many rows. */
export function mayBeMore(reader: IndexReader, tree: QueryTree, limit: number): boolean {
  return rowsOf(reader, reader.resolve(tree), limit) >= limit
}

/** Rows a tree makes the engine look at, up to the limit. */
function rowsOf(reader: IndexReader, tree: ResolvedTree, limit: number): number {
  const frequency = (part: ResolvedTree) =>
    reader.countUpTo(matchExpression(part, reader.layout)!, limit)
  switch (tree.op) {
    case 'none':
      return 0
    case 'and':
      return Math.min(...tree.of.map((part) => rowsOf(reader, part, limit)))
    case 'or':
      return tree.of.reduce((sum, part) => Math.min(limit, sum + rowsOf(reader, part, limit)), 0)
    case 'own':
    case 'all':
    case 'not':
    case 'range':
      return frequency({ op: 'all' })
    // Neighbours are looked for wherever the rarest of their words is.
    case 'phrase':
    case 'near':
      return Math.min(
        ...tree.words.map((word) => frequency({ ...tree, op: 'phrase', words: [word] }))
      )
    default:
      return frequency(tree)
  }
}
