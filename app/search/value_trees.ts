/**
 * Hierarchical values: a court includes the courts below it.
 */
import type { Row } from '#app/database/reader'
import type { SearchIndexDefinition } from './define_search_index.js'

/** Milliseconds for which a tree is cached. */
const KEPT = 60_000

/** All values below a value, excluding the value itself. */
export type Below = (value: string) => string[]

interface RowReader {
  rows: (statement: string, values: unknown[]) => Promise<Row[]>
}

/**
 * Loads the trees declared by index fields on demand and refreshes them
 * periodically.
 *
 * @returns by field: the values below a value
 */
export function valueTrees(indexes: SearchIndexDefinition[], reader: RowReader) {
  const declared = indexes.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { tree }]) => (tree ? [[name, tree] as const] : []))
  )
  let read: Promise<Record<string, Below>> | undefined
  let readAt = 0
  return (): Promise<Record<string, Below>> => {
    if (!read || Date.now() - readAt > KEPT) {
      readAt = Date.now()
      read = readTrees(new Map(declared), reader)
      read.catch(() => (read = undefined))
    }
    return read
  }
}

async function readTrees(
  declared: Map<string, string>,
  reader: RowReader
): Promise<Record<string, Below>> {
  const statements = [...new Set(declared.values())]
  const trees = new Map(
    await Promise.all(
      statements.map(async (statement) => {
        return [statement, treeOf(await reader.rows(statement, []))] as const
      })
    )
  )
  return Object.fromEntries([...declared].map(([name, statement]) => [name, trees.get(statement)!]))
}

function treeOf(rows: Row[]): Below {
  const children = new Map<string, string[]>()
  for (const [value, above] of rows) {
    if (value && above) children.set(above, [...(children.get(above) ?? []), value])
  }
  return (value) => {
    const found = new Set<string>()
    const walk = (each: string) => {
      for (const below of children.get(each) ?? []) {
        if (below === value || found.has(below)) continue
        found.add(below)
        walk(below)
      }
    }
    walk(value)
    return [...found]
  }
}
