/**
 * OpenAPI schemas of search results. A result has the fields of its index
 * under the same names, so the index defines their types.
 */
import { integerSchema, type Schema } from '#api/openapi/schema'
import type { SearchFieldKind } from '#app/search_engine/index_definition'
import type { SearchIndexDefinition } from '../define_search_index.js'
import type { SearchTypeDefinition } from '../define_search_type.js'

const KINDS: Record<SearchFieldKind, Schema> = {
  text: { type: 'string' },
  keyword: { type: 'string' },
  number: integerSchema(),
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  boolean: { type: 'boolean' },
}

const META = {
  timestamp: { type: 'string', format: 'date-time' },
  date_created: { type: 'string', format: 'date-time' },
}

const SCORE: Schema = {
  type: 'object',
  required: ['bm25'],
  properties: {
    bm25: { type: ['number', 'null'] },
    semantic: { type: 'number', description: 'Similarity (semantic search only).' },
  },
}

const CHUNKS: Schema = {
  type: 'array',
  description: 'Closest passages (semantic search with `chunks`).',
  items: {
    type: 'object',
    properties: {
      chunk: { type: 'integer' },
      id: integerSchema(),
      similarity: { type: 'number' },
      text: { type: 'string' },
    },
  },
}

/** A v4 result. All keys are always present, except `chunks`. */
export function resultSchema(type: SearchTypeDefinition, index: SearchIndexDefinition): Schema {
  const { fields, children, snippet, shapes } = type.results
  const known = (names: string[]) =>
    Object.fromEntries(names.map((name) => [name, shapes?.[name] ?? valueSchema(index, name)]))
  const text = { type: 'string' }
  const child =
    children &&
    objectOf({
      ...known(Object.keys(children.fields)),
      ...(snippet?.level === 'child' ? { snippet: text } : {}),
      meta: objectOf(META),
    })
  const shown = objectOf({
    ...known(Object.keys(fields)),
    ...(snippet?.level === 'hit' ? { snippet: text } : {}),
    ...(child ? { [children.list]: { type: 'array', items: child } } : {}),
    meta: objectOf({
      ...META,
      score: SCORE,
      ...(children?.more ? { [children.more]: { type: 'boolean' } } : {}),
    }),
  })
  if (type.hitKey) {
    const { meta } = shown.properties as { meta: { properties: Schema } }
    meta.properties.partial = {
      type: 'boolean',
      description: 'True for a result that matches only most of the words (`partial=on`).',
    }
    if (type.semantic)
      meta.properties.similar = {
        type: 'boolean',
        description: 'True for a partial result that was found by its meaning (`partial=on`).',
      }
  }
  if (!type.semantic) return shown
  return { ...shown, properties: { ...(shown.properties as Schema), chunks: CHUNKS } }
}

function objectOf(properties: Schema): Schema {
  return { type: 'object', required: Object.keys(properties), properties }
}

/** Any value except a list may be null. */
function valueSchema({ fields }: SearchIndexDefinition, name: string): Schema {
  const { kind = 'text', several } = fields[name] ?? {}
  const schema = KINDS[kind]
  return several ? { type: 'array', items: schema } : { ...schema, type: [schema.type, 'null'] }
}
