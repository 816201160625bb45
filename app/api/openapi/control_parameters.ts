/** Parameters that aren't filters. */
import { EXPORT_FORMATS, MAX_ROWS, ROWS } from '../export/format.js'
import { MAX_PAGES } from '../pagination/page.js'
import { ASKING, type Asking } from '../parameters.js'
import type { Resource } from '../resource.js'
import { RELATED } from './filter_parameters.js'
import { integerSchema, query, ref, type Schema } from './schema.js'

/** Parameters and headers of all resources, by name. */
export const CONTROL_PARAMETERS: Record<string, Schema> = {
  record_id: key('id', integerSchema()),
  record_text_id: key('id', { type: 'string' }),
  parent_id: key('parent_id', integerSchema()),
  parent_text_id: key('parent_id', { type: 'string' }),
  order_by: query('order_by', 'Comma-separated names. A leading `-` sorts in descending order.'),
  fields: query(
    'fields',
    'Comma-separated fields to return. Use `__` for fields of nested records.'
  ),
  omit: query('omit', 'Comma-separated fields to omit. Use `__` for fields of nested records.'),
  cursor: query('cursor', 'Cursor of a page. Follow the URLs in `next` and `previous`.'),
  page: query('page', `Page number: 1 to ${MAX_PAGES}, or \`last\`.`, {
    anyOf: [{ type: 'integer', minimum: 1, maximum: MAX_PAGES }, { const: 'last' }],
  }),
  count: query('count', '`on` returns only the number of records.', { const: 'on' }),
  format_of_list: query(
    'format',
    'Response format. `csv` and `jsonl` export the whole list as a file (/docs/exports/).',
    { type: 'string', enum: ['json', 'xml', 'api', 'html', ...EXPORT_FORMATS] }
  ),
  rows: query(ROWS, 'Maximum number of rows in an export.', {
    type: 'integer',
    minimum: 1,
    maximum: MAX_ROWS,
    examples: [1000],
  }),
  format: query('format', 'Response format.', {
    type: 'string',
    enum: ['json', 'xml', 'api', 'html'],
  }),
  related: RELATED,
  idempotency_key: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Repeating the request with the same key within a day returns the first response.',
    schema: { type: 'string', maxLength: 255 },
  },
}

/** References to these parameters. */
export function controls(...names: string[]): Schema[] {
  return names.map((name) => ref('parameters', name))
}

/** The `expand` and `include` parameters. */
export function offered({ offers }: Resource): Schema[] {
  return ASKING.flatMap((control) => {
    if (!offers[control].length) return []
    const names = offers[control].map((name) => `\`${name}\``).join(', ')
    return [query(control, `${OFFERED[control]}, comma-separated: ${names}.`)]
  })
}

const OFFERED: Record<Asking, string> = {
  expand: 'Links to replace with the full record',
  include: 'Additional fields to return',
}

/** The page size of a list. */
export function pageSizeParameter({ pageSize, largestPage }: Resource): Schema {
  return query('page_size', `Records per page. Default: ${pageSize}.`, {
    type: 'integer',
    minimum: 1,
    maximum: largestPage,
  })
}

/** The key in the path of a record. */
export function keyParameter({ key: { type } }: Resource): Schema {
  return ref('parameters', type === 'string' ? 'record_text_id' : 'record_id')
}

/** The key of the record above a list in its path. */
export function parentParameter({ key: { type } }: Resource): Schema {
  return ref('parameters', type === 'string' ? 'parent_text_id' : 'parent_id')
}

function key(name: string, schema: Schema): Schema {
  return { name, in: 'path', required: true, description: 'ID of the record.', schema }
}
