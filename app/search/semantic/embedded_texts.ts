/**
 * The texts with vectors, in SQL: the field named by a search type, of the
 * children of its index.
 */
import type { SearchIndexDefinition } from '../define_search_index.js'
import type { SearchTypeDefinition } from '../define_search_type.js'
import { firstOf } from '../indexer/statements.js'

export interface EmbeddedTexts {
  /** Name of the index. */
  index: string
  /** Rows with a text, joined as `texts` (key, content, is_html). */
  sql: string
}

/** One for each index with vectors. */
export function embeddedTexts(
  indexes: SearchIndexDefinition[],
  types: SearchTypeDefinition[]
): EmbeddedTexts[] {
  const fields = new Map(
    types.flatMap(({ index, semantic }) => (semantic ? [[index, semantic.field] as const] : []))
  )
  return Array.from(fields, ([name, field]) => {
    const { documents, fields: declared } = indexes.find((index) => index.name === name)!
    const { children } = documents
    const sources = declared[field]?.texts
    if (!children || !sources)
      throw new Error(`"${field}" of the search index "${name}" isn't a long text of its children`)
    const { from, key, where } = children
    return {
      index: name,
      sql: `(SELECT ${key} AS key, ${firstOf(sources, ({ column }) => column, `''`)} AS content,
               ${firstOf(sources, ({ html }) => String(html), 'false')} AS is_html
             FROM ${from}${where ? ` WHERE ${where}` : ''})`,
    }
  })
}
