import { phraseFilter } from '#app/search_engine/query/parse_query'
import type { SearchField } from '../define_search_index.js'
import { NONE, or, type QueryTree } from '#app/search_engine/query/tree'

/** The field has one of the values; in a text field, as words next to each other. */
export function oneOf(name: string, { kind }: SearchField, values: (string | number)[]): QueryTree {
  if (!values.length) return NONE
  if (kind === 'text') return or(...values.map((value) => phraseFilter(String(value), name)))
  const plain = kind === 'number' ? values.map(Number) : values.map((v) => String(v).toLowerCase())
  return { op: 'is', field: name, values: plain }
}
