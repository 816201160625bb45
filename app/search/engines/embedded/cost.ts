/** Tells light searches from heavy ones before they run, by how frequent their words are. */
import type { EngineSearch } from '../../engine.js'
import { and } from '../../query/tree.js'
import type { IndexReader } from './index_reader.js'
import { matchExpression } from './match_expression.js'
import type { ResolvedTree } from './resolve_query.js'

/** A search that looks at more rows than these is heavy. */
export const HEAVY_ROWS = 20_000

/** Whether a search looks at so many rows that it belongs to the heavy threads. */
export function isHeavy(reader: IndexReader, search: EngineSearch): boolean {
  return rowsOf(reader, reader.resolve(and(search.query, search.filter))) >= HEAVY_ROWS
}

/** Rows a tree makes the engine look at, up to the limit. */
function rowsOf(reader: IndexReader, tree: ResolvedTree): number {
  switch (tree.op) {
    case 'none':
      return 0
    case 'and':
      return Math.min(...tree.of.map((part) => rowsOf(reader, part)))
    case 'or':
      return tree.of.reduce((sum, part) => Math.min(HEAVY_ROWS, sum + rowsOf(reader, part)), 0)
    case 'own':
    case 'all':
    case 'not':
    case 'range':
      return reader.countUpTo(matchExpression({ op: 'all' }, reader.layout)!, HEAVY_ROWS)
    // Neighbours are looked for wherever the rarest of their words is.
    case 'phrase':
    case 'near':
      return Math.min(
        ...tree.words.map((word) => frequency(reader, { ...tree, op: 'phrase', words: [word] }))
      )
    default:
      return frequency(reader, tree)
  }
}

function frequency(reader: IndexReader, tree: ResolvedTree): number {
  return reader.countUpTo(matchExpression(tree, reader.layout)!, HEAVY_ROWS)
}
