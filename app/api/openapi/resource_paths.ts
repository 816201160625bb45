/** The operations of a resource. */
import { MAX_PAGES } from '../pagination/page.js'
import { namesWithChoices } from '../choices.js'
import { EXPORT_FORMATS, MAX_ROWS, ROWS } from '../export/format.js'
import type { Resource } from '../resource.js'
import type { WriteKind } from '../writes/validate.js'
import { ASKING, type Asking } from '../parameters.js'
import { RELATED, hasDeeperFilters } from './filter_parameters.js'
import { errors } from './responses.js'
import { integerSchema, query, ref, type Schema, SECURITY } from './schema.js'

/** Parameters and headers of all resources, by name. */
export const CONTROL_PARAMETERS: Record<string, Schema> = {
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

function controls(...names: string[]): Schema[] {
  return names.map((name) => ref('parameters', name))
}

/** Schema name of a write method. */
export function bodyName({ path }: Resource, method: WriteKind): string {
  return `${path}.${method}`
}

/**
 * The list and the record of a resource.
 *
 * @param filters parameters of the list
 */
export function resourcePaths(resource: Resource, filters: Schema[]): Schema {
  const create = resource.writes.includes('create')
  const update = resource.writes.includes('update')
  return {
    [`/${resource.path}/`]: {
      get: list(resource, filters),
      ...(create ? { post: creation(resource) } : {}),
    },
    [`/${resource.path}/{id}/`]: {
      get: retrieval(resource),
      ...(update ? { put: change(resource, 'replace'), patch: change(resource, 'change') } : {}),
      ...(resource.writes.includes('destroy') ? { delete: deletion(resource) } : {}),
    },
    ...choicesPath(resource),
  }
}

/** The choices endpoint of a resource; undefined if it has no choices. */
function choicesPath(resource: Resource): Schema {
  const names = namesWithChoices(resource)
  if (!names.length) return {}
  return {
    [`/${resource.path}/choices/{field}/`]: {
      get: operation(resource, 'choices', {
        summary: `Values of a field of ${resource.path}`,
        parameters: [
          {
            name: 'field',
            in: 'path',
            required: true,
            description: 'Name of the field or filter.',
            schema: { enum: names },
          },
          ...controls('format'),
        ],
        responses: {
          200: {
            description: 'The values and their labels.',
            content: { 'application/json': { schema: ref('schemas', 'choices') } },
          },
          304: { description: 'Not modified.' },
          ...errors(404, ...refusals(resource)),
        },
      }),
    },
  }
}

/** Schema of the choices of a field. */
export const CHOICES_SCHEMAS: Record<string, Schema> = {
  choices: {
    type: 'object',
    required: ['field', 'help_text', 'choices'],
    properties: {
      field: { type: 'string' },
      help_text: { type: 'string' },
      choices: {
        type: 'array',
        items: {
          type: 'object',
          required: ['value', 'display_name'],
          properties: {
            value: { type: ['string', 'integer'] },
            display_name: { type: 'string' },
          },
        },
      },
    },
  },
}

/** Verbs of operations that don't require an account. */
const READING = ['list', 'retrieve', 'choices']

function operation(resource: Resource, verb: string, rest: Schema): Schema {
  const { account } = resource.access
  return {
    operationId: `${verb}_${resource.path.replace(/\W/g, '_')}`,
    tags: [resource.path],
    ...(account || !READING.includes(verb) ? { security: SECURITY.slice(1) } : {}),
    ...rest,
  }
}

/** Error statuses of reads that require a permission. */
function refusals({ access, guard }: Resource): number[] {
  return access.right || guard ? [403] : []
}

function list(resource: Resource, filters: Schema[]): Schema {
  return operation(resource, 'list', {
    summary: `List ${resource.path}`,
    description: resource.description,
    parameters: [
      ...filters,
      ...(hasDeeperFilters(resource) ? controls('related') : []),
      query('order_by', 'Comma-separated names. A leading `-` sorts in descending order.', {
        type: 'string',
        examples: [resource.defaultOrder],
      }),
      ...controls('fields', 'omit', 'cursor', 'page', 'count', 'format_of_list', 'rows'),
      ...(resource.largestPage ? [pageSizeParameter(resource)] : []),
      ...offered(resource),
    ],
    responses: {
      200: {
        description: 'One page of records, or only the total with `count=on`.',
        content: { 'application/json': { schema: pageSchema(ref('schemas', resource.path)) } },
      },
      ...errors(400, 404, ...refusals(resource)),
    },
  })
}

/**
 * The list under the records of another resource.
 *
 * @param filters parameters of the list except the one replaced by the path
 */
export function pathBelow(resource: Resource, above: Resource, filters: Schema[]): Schema {
  const { parameters, ...rest } = list(resource, filters) as { parameters: Schema[] }
  return {
    [`/${above.path}/{id}/${resource.path}/`]: {
      get: {
        ...rest,
        operationId: `list_${above.path}_${resource.path}`.replace(/\W/g, '_'),
        summary: `List ${resource.path} of a record in ${above.path}`,
        parameters: [keyOf(above), ...parameters],
      },
    },
  }
}

function pageSizeParameter({ pageSize, largestPage }: Resource): Schema {
  return query('page_size', `Records per page. Default: ${pageSize}.`, {
    type: 'integer',
    minimum: 1,
    maximum: largestPage,
  })
}

function pageSchema(items: Schema): Schema {
  const neighbor = { type: ['string', 'null'], format: 'uri' }
  return {
    type: 'object',
    // The only member of a response to `count=on`.
    required: ['count'],
    properties: {
      count: {
        type: ['string', 'integer'],
        description: 'URL that returns the total, or the total itself with `count=on`.',
      },
      next: neighbor,
      previous: neighbor,
      results: { type: 'array', items },
    },
  }
}

/** The `expand` and `include` parameters. */
function offered({ offers }: Resource): Schema[] {
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

function keyOf(resource: Resource): Schema {
  return {
    name: 'id',
    in: 'path',
    required: true,
    description: `ID of the ${resource.label}.`,
    schema: resource.key.type === 'integer' ? integerSchema() : { type: 'string' },
  }
}

function retrieval(resource: Resource): Schema {
  return operation(resource, 'retrieve', {
    summary: `Get a ${resource.label}`,
    parameters: [keyOf(resource), ...controls('fields', 'omit', 'format'), ...offered(resource)],
    responses: {
      200: record(resource, 'The record.'),
      304: { description: 'Not modified.' },
      ...errors(404, ...refusals(resource)),
    },
  })
}

function record({ path }: Resource, description: string): Schema {
  return { description, content: { 'application/json': { schema: ref('schemas', path) } } }
}

function creation(resource: Resource): Schema {
  const { maxBatchSize, ownership, path } = resource
  const parameters = [...(ownership ? controls('idempotency_key') : []), ...offered(resource)]
  const oneOrMany = (one: Schema) =>
    maxBatchSize
      ? { anyOf: [one, { type: 'array', items: one, minItems: 1, maxItems: maxBatchSize }] }
      : one
  const json = (schema: Schema) => ({ 'application/json': { schema: oneOrMany(schema) } })
  const responses = {
    201: { description: 'Created.', content: json(ref('schemas', path)) },
    ...errors(400, 403, 415, ...(ownership ? [422] : [])),
  }
  return operation(resource, 'create', {
    summary: `Create a ${resource.label}`,
    ...(parameters.length ? { parameters } : {}),
    requestBody: { required: true, content: json(ref('schemas', bodyName(resource, 'create'))) },
    responses: {
      ...responses,
      ...(maxBatchSize ? { 400: ref('responses', 'BadRequests') } : {}),
    },
  })
}

function change(resource: Resource, method: 'replace' | 'change'): Schema {
  const whole = method === 'replace'
  const schema = ref('schemas', bodyName(resource, method))
  return operation(resource, method, {
    summary: `${whole ? 'Replace' : 'Change'} a ${resource.label}`,
    parameters: [keyOf(resource), ...offered(resource)],
    requestBody: { required: whole, content: { 'application/json': { schema } } },
    responses: {
      200: record(resource, whole ? 'Replaced.' : 'Changed.'),
      ...errors(400, 403, 404, 415),
    },
  })
}

function deletion(resource: Resource): Schema {
  return operation(resource, 'delete', {
    summary: `Delete a ${resource.label}`,
    parameters: [keyOf(resource)],
    responses: { 204: { description: 'Deleted.' }, ...errors(403, 404) },
  })
}
