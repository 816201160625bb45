/**
 * An in-memory search engine for tests of code built on engines. It evaluates a few
 * parents with children one by one. The score is the number of occurrences of the
 * query's words.
 */
import type {
  ChildHit,
  EngineAnswer,
  EngineHit,
  EngineSearch,
  NeighbourSearch,
  Order,
  Position,
  SearchEngine,
} from '#app/search_engine/engine'
import { analyse } from '#app/search_engine/analysis/analyse'
import type { QueryTree } from '#app/search_engine/query/tree'

export interface MemoryChild {
  key: number
  text: string
  vectors?: Float32Array[]
}

export interface MemoryParent {
  key: number
  fields: Record<string, string | number>
  children: MemoryChild[]
}

interface MemoryRow {
  parent: MemoryParent
  child: MemoryChild
  fields: Record<string, string | number>
}

/**
 * @param keys names of the key fields; `text` is the name of the text field
 * @param ranked number of matches of the latest `year` that are ranked in lists sorted by score
 */
export class FindingEngine implements Pick<SearchEngine, 'search' | 'neighbours'> {
  readonly searches: EngineSearch[] = []
  readonly #rows: MemoryRow[]

  constructor(
    parents: MemoryParent[],
    keys: { parent: string; child: string },
    readonly ranked = Infinity
  ) {
    this.#rows = parents.flatMap((parent) =>
      parent.children.map((child) => ({
        parent,
        child,
        fields: {
          ...parent.fields,
          [keys.parent]: parent.key,
          [keys.child]: child.key,
          text: child.text,
        },
      }))
    )
  }

  async neighbours({ vector, filter, size, atLeast }: NeighbourSearch) {
    return this.#rows
      .filter((row) => matches(row, filter))
      .flatMap(({ parent, child }) =>
        (child.vectors ?? []).map((each, at) => ({
          key: child.key,
          parent: parent.key,
          chunk: at + 1,
          similarity: each.reduce((sum, value, i) => sum + value * vector[i]!, 0),
        }))
      )
      .filter(({ similarity }) => similarity >= atLeast)
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, size)
  }

  async search(search: EngineSearch): Promise<EngineAnswer> {
    this.searches.push(search)
    const { query, filter, from, size, order } = search
    const found = this.#rows.filter((row) => matches(row, filter) && matches(row, query))
    const hits = [...Map.groupBy(found, ({ parent }) => parent)]
      .sort(([a], [b]) => Number(b.fields.year) - Number(a.fields.year) || b.key - a.key)
      .map(([parent, rows], at) => {
        const hit = hitOf(parent, rows, search)
        if (order.by !== 'score' || at < this.ranked) return hit
        return { ...hit, score: 0, position: [null, Number(parent.fields.year), parent.key] }
      })
      .sort((a, b) => compare(order, a.position, b.position))
    const beyond = hits.filter((hit) => {
      const side = from ? compare(order, from.position, hit.position) : -1
      return from?.direction === 'before' ? side > 0 : side < 0
    })
    const page = from?.direction === 'before' ? beyond.slice(-size) : beyond.slice(0, size)
    return {
      hits: page,
      more: beyond.length > page.length,
      count: search.count ? hits.length : null,
      rankedNewest: order.by === 'score' && hits.length > this.ranked ? this.ranked : null,
    }
  }
}

function hitOf(
  { key, fields }: MemoryParent,
  rows: MemoryRow[],
  { query, order, children: most }: EngineSearch
): EngineHit {
  const children = rows
    .map((row): ChildHit => ({ key: row.child.key, score: scoreOf(row, query) }))
    .sort((a, b) => b.score - a.score || b.key - a.key)
  const score = children[0]!.score
  const position: Position =
    order.by === 'fields' ? [...order.fields.map(({ name }) => fields[name]!), key] : [score, key]
  return {
    key,
    parent: key,
    score,
    position,
    children: children.slice(0, most),
    moreChildren: children.length > most,
  }
}

function compare(order: Order, a: Position, b: Position): number {
  const downwards = order.by === 'fields' ? order.fields.map(({ descending }) => descending) : []
  for (const [at, value] of a.entries()) {
    const other = b[at]!
    if (value === other) continue
    if (value === null || other === null) return value === null ? 1 : -1
    return (downwards[at] ?? true) === value! > other ? -1 : 1
  }
  return 0
}

function scoreOf(row: MemoryRow, tree: QueryTree): number {
  if (tree.op === 'and' || tree.op === 'or')
    return tree.of.reduce((sum, each) => sum + (matches(row, each) ? scoreOf(row, each) : 0), 0)
  if (tree.op !== 'word' && tree.op !== 'phrase') return 0
  return occurrences(row, tree.fields, tree.op === 'word' ? [tree.word] : tree.words)
}

function occurrences({ fields }: MemoryRow, names: string[], words: string[]): number {
  return names.reduce((sum, name) => {
    const text = ` ${analyse(String(fields[name])).exact.join(' ')} `
    return sum + text.split(` ${words.join(' ')} `).length - 1
  }, 0)
}

function matches(row: MemoryRow, tree: QueryTree): boolean {
  switch (tree.op) {
    case 'all':
      return true
    case 'none':
      return false
    case 'and':
      return tree.of.every((each) => matches(row, each))
    case 'or':
      return tree.of.some((each) => matches(row, each))
    case 'not':
      return !matches(row, tree.of)
    case 'is':
      return tree.values.includes(row.fields[tree.field]!)
    case 'word':
    case 'phrase':
      return scoreOf(row, tree) > 0
    default:
      throw new Error(`this engine has no "${tree.op}"`)
  }
}
