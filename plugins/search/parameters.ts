/**
 * The parameters of the search endpoint, for OPTIONS and the reference.
 */
import type { Catalog } from '#api/catalog'
import type { EndpointParameter } from '#api/define_endpoint'
import { EXPORT_FORMATS, MAX_ROWS, ROWS } from '#api/export/format'
import { MAX_PAGES } from '#api/pagination/page'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import { DIMENSIONS } from '#app/search_engine/embeddings/embedder'
import { ordersOf } from '#app/search/request/search_cursor'
import { ALL_BOXES } from '#app/search/request/parameters'
import { MAX_CHUNKS } from '#app/search/semantic/semantic_request'

/** Of v4, each once. */
export function searchParameters({ searchTypes }: Catalog): EndpointParameter[] {
  return [
    ...common(searchTypes),
    ...byMeaning(searchTypes),
    { name: 'cursor', description: 'Where a page begins; follow `next` and `previous`.' },
    {
      name: 'format',
      description:
        'Format of the answer; `csv` and `jsonl` have all results as a file (/docs/exports/).',
      schema: { type: 'string', enum: ['json', 'xml', 'api', 'html', ...EXPORT_FORMATS] },
    },
    {
      name: ROWS,
      description: 'Rows of a file at most.',
      schema: { type: 'integer', minimum: 1, maximum: MAX_ROWS },
    },
    ...narrowing(searchTypes),
  ]
}

/** Of v3, each once. */
export function parametersOfV3({ searchTypes }: Catalog): EndpointParameter[] {
  return [
    ...common(searchTypes),
    {
      name: 'page',
      description: 'Number of the page.',
      schema: { type: 'integer', minimum: 1, maximum: MAX_PAGES, default: 1 },
    },
    ...narrowing(searchTypes),
  ]
}

function common(searchTypes: SearchTypeDefinition[]): EndpointParameter[] {
  return [
    { name: 'q', description: 'The query, in the query language (/docs/search/).' },
    {
      name: 'type',
      description: searchTypes.map(({ code, label }) => `\`${code}\` ${label}`).join('; '),
      schema: { type: 'string', enum: searchTypes.map(({ code }) => code), default: 'o' },
    },
    {
      name: 'order_by',
      description: searchTypes
        .map((type) => `Type ${type.code}: ${ordersOf(type).join('; ')}.`)
        .join(' '),
    },
    {
      name: 'highlight',
      description: '`on` marks what matches `q` with `<mark>`.',
      schema: { type: 'string', enum: ['on', 'off'] },
    },
  ]
}

function byMeaning(searchTypes: SearchTypeDefinition[]): EndpointParameter[] {
  const types = searchTypes.flatMap(({ code, semantic }) => (semantic ? [code] : [])).join(', ')
  return [
    {
      name: 'semantic',
      description: `\`true\` searches by meaning. Types: ${types}. POST takes \`{"embedding": [${DIMENSIONS} numbers]}\` instead of a text.`,
      schema: { type: 'string', enum: ['true', 'false'] },
    },
    {
      name: 'chunks',
      description: 'Closest passages shown with each result of a search by meaning.',
      schema: { type: 'integer', minimum: 1, maximum: MAX_CHUNKS },
    },
  ]
}

/** With the types that take them. */
function narrowing(searchTypes: SearchTypeDefinition[]): EndpointParameter[] {
  const found = new Map<string, EndpointParameter & { types: string[] }>()
  for (const type of searchTypes) {
    for (const [name, description] of narrowingOf(type)) {
      const known = found.get(name)
      if (known) known.types.push(type.code)
      else found.set(name, { name, description, types: [type.code] })
    }
  }
  return [...found.values()].map(({ name, description, types }) => ({
    name,
    description: `${description} Types: ${types.join(', ')}.`,
  }))
}

function* narrowingOf({
  parameters,
  boxes,
}: SearchTypeDefinition): Iterable<[name: string, description: string]> {
  for (const [name, { description }] of Object.entries(parameters)) yield [name, description]
  if (!boxes) return
  const standard = boxes.standard.join(', ')
  for (const value of boxes.values)
    yield [boxes.prefix + value, `\`on\` lets ${value} through. With none: only ${standard}.`]
  yield [ALL_BOXES, '`on` lets all of them through.']
}
