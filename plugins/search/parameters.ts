/**
 * Parameters of the search endpoint, for OPTIONS and the reference.
 */
import type { Catalog } from '#api/catalog'
import type { EndpointParameter } from '#api/define_endpoint'
import { EXPORT_FORMATS, MAX_ROWS, ROWS } from '#api/export/format'
import { MAX_PAGES } from '#api/pagination/page'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import { DIMENSIONS } from '#app/search_engine/embeddings/models'
import { listOrderLabels } from '#app/search/request/search_cursor'
import { ALL_BOXES } from '#app/search/request/parameters'
import { MAX_CHUNKS } from '#app/search/semantic/semantic_request'

/** Parameters of v4, without duplicates. */
export function searchParameters({ searchTypes }: Catalog): EndpointParameter[] {
  return [
    ...common(searchTypes),
    partial(searchTypes),
    ...byMeaning(searchTypes),
    { name: 'cursor', description: 'Position of a page; follow `next` and `previous`.' },
    {
      name: 'format',
      description:
        'Response format; `csv` and `jsonl` export all results as a file (/docs/exports/).',
      schema: { type: 'string', enum: ['json', 'xml', 'api', 'html', ...EXPORT_FORMATS] },
    },
    {
      name: ROWS,
      description: 'Maximum number of rows in an export.',
      schema: { type: 'integer', minimum: 1, maximum: MAX_ROWS },
    },
    ...narrowing(searchTypes),
  ]
}

/** Parameters of v3, without duplicates. */
export function parametersOfV3({ searchTypes }: Catalog): EndpointParameter[] {
  return [
    ...common(searchTypes),
    {
      name: 'page',
      description: 'Page number.',
      schema: { type: 'integer', minimum: 1, maximum: MAX_PAGES, default: 1 },
    },
    ...narrowing(searchTypes),
  ]
}

function common(searchTypes: SearchTypeDefinition[]): EndpointParameter[] {
  return [
    { name: 'q', description: 'Query in the query language (/docs/search/).' },
    {
      name: 'type',
      description: searchTypes.map(({ code, label }) => `\`${code}\` ${label}`).join('; '),
      schema: { type: 'string', enum: searchTypes.map(({ code }) => code), default: 'o' },
    },
    {
      name: 'order_by',
      description: searchTypes
        .map((type) => `Type ${type.code}: ${listOrderLabels(type).join('; ')}.`)
        .join(' '),
    },
    {
      name: 'highlight',
      description: '`on` highlights matches of `q` with `<mark>`.',
      schema: { type: 'string', enum: ['on', 'off'] },
    },
  ]
}

function partial(searchTypes: SearchTypeDefinition[]): EndpointParameter {
  const types = searchTypes.flatMap(({ code, hitKey }) => (hitKey ? [code] : [])).join(', ')
  return {
    name: 'partial',
    description: `\`on\` fills the first page with results that match most of the words; their \`meta.partial\` is true. Types: ${types}.`,
    schema: { type: 'string', enum: ['on', 'off'] },
  }
}

function byMeaning(searchTypes: SearchTypeDefinition[]): EndpointParameter[] {
  const types = searchTypes.flatMap(({ code, semantic }) => (semantic ? [code] : [])).join(', ')
  return [
    {
      name: 'semantic',
      description: `\`true\` enables semantic search. Types: ${types}. POST accepts \`{"embedding": [${DIMENSIONS} numbers]}\` instead of a text.`,
      schema: { type: 'string', enum: ['true', 'false'] },
    },
    {
      name: 'chunks',
      description: 'Number of nearest passages to include in each semantic search result.',
      schema: { type: 'integer', minimum: 1, maximum: MAX_CHUNKS },
    },
  ]
}

/** Returns the filters with the types that support them. */
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
    yield [boxes.prefix + value, `\`on\` includes ${value}. Default: only ${standard}.`]
  yield [ALL_BOXES, '`on` includes all of them.']
}
