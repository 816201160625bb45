/** Handwritten documents of the case index, and helpers to query them. */
import type { ChildDocument, ParentDocument } from '#app/search_engine/index_definition'
import type { EngineSearch, SearchEngine } from '#app/search_engine/engine'
import { ALL, type QueryTree } from '#app/search_engine/query/tree'

export const word = (field: string, sought: string): QueryTree => ({
  op: 'word',
  fields: [field],
  word: sought,
  form: 'exact',
})

/** Keys of a query's results, newest first. */
export async function keys(
  engine: SearchEngine,
  query: QueryTree,
  grain: 'parent' | 'child' = 'parent',
  more: Partial<EngineSearch> = {}
): Promise<number[]> {
  const { hits } = await engine.search({
    index: 'cases',
    query,
    filter: ALL,
    grain,
    order: { by: 'fields', fields: [{ name: 'filed', descending: true }] },
    scoring: { today: '2024-01-01' },
    size: 1000,
    children: 0,
    count: true,
    deadline: 30_000,
    ...more,
  })
  return hits.map(({ key }) => key)
}

export const parent = (
  key: number,
  name: string,
  filed: string | null,
  party = ''
): ParentDocument => ({
  key,
  date: filed,
  factor: 1,
  fields: { name, filed, party: party ? [party] : [] },
})
export const child = (key: number, of: number, text: string): ChildDocument => ({
  key,
  parent: of,
  fields: { text },
})
