/**
 * The OpenAPI 3.1 description of v4, generated from the declarations.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { origin } from './api_request.js'
import type { PluginHost } from '#core/plugin_host'
import { versionsOf, type EndpointDefinition } from './define_endpoint.js'
import type { Lookup } from './filters/kinds.js'
import { filterSchema, recordSchema, type Schema } from './openapi_schema.js'
import type { Filter, Resource } from './resource.js'

const PROBLEM = {
  description: 'What was wrong, by parameter or field, or as `detail`.',
  content: { 'application/json': { schema: { type: 'object' } } },
}

/** Serves the document. */
export function openApiDocument(ctx: HttpContext, host: PluginHost): void {
  ctx.response
    .header('content-type', 'application/json')
    .send(JSON.stringify(buildOpenApi(host, origin(ctx))))
}

/**
 * Builds the document.
 *
 * @param address scheme and host of the server
 */
export function buildOpenApi(host: PluginHost, address: string): Schema {
  const resources = host.resources.all().filter(({ versions }) => versions.includes('v4'))
  const served = host.endpoints.filter((endpoint) => versionsOf(endpoint).includes('v4'))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Curia',
      version: '4',
      description:
        'Every filter may end in `!` to exclude, and a related ' +
        'filter takes every filter of the resource it leads to behind a double underscore, up to four relations deep.',
    },
    servers: [{ url: `${address}/api/rest/v4` }],
    tags: [...resources, ...served].map(({ path, description }) => ({ name: path, description })),
    paths: Object.assign(
      {},
      ...resources.map(pathsOf),
      ...served.map((endpoint) => plainPath(endpoint, host))
    ),
    security: SECURITY,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: Object.fromEntries(
        resources.map((resource) => [resource.path, recordSchema(resource)])
      ),
      parameters: CONTROL_PARAMETERS,
    },
  }
}

const SECURITY_SCHEMES: Record<string, Schema> = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The word `Token`, a space and the key: `Token 0123…`.',
  },
  basic: { type: 'http', scheme: 'basic' },
}

/** Any of them, or none where anonymous callers are welcome. */
const SECURITY = [{}, ...Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] }))]

const THROTTLED = { description: 'A limit was exceeded; `Retry-After` says for how long.' }

const CONTROL_PARAMETERS: Record<string, Schema> = {
  fields: query('fields', 'Fields to keep, with commas; `__` reaches into nested records.'),
  omit: query('omit', 'Fields to leave out, with commas; `__` reaches into nested records.'),
  cursor: query('cursor', 'Position in a list that pages by cursor; follow `next` and `previous`.'),
  page: query('page', 'Page of a list that pages by number: 1 to 100, or `last`.'),
  count: query('count', '`on` answers with the number of records only.'),
  format: query('format', 'Format of the answer.', {
    type: 'string',
    enum: ['json', 'xml', 'api', 'html'],
  }),
}

function query(name: string, description: string, schema: Schema = { type: 'string' }): Schema {
  return { name, in: 'query', description, schema }
}

function plainPath(
  { path, label, description, access, methods, parameters, ...definition }: EndpointDefinition,
  host: PluginHost
): Schema {
  const operationName = path.replace(/\W/g, '_')
  const { answer, answerHeaders = {} } = definition
  const headers = Object.fromEntries(
    Object.entries(answerHeaders).map(([name, says]) => [
      name,
      { description: says, schema: { type: 'string' } },
    ])
  )
  const responses = {
    200: { description: label, headers, content: { 'application/json': { schema: answer } } },
    400: PROBLEM,
    429: THROTTLED,
    ...(access?.account ? { 401: PROBLEM } : {}),
  }
  const operation = (verb: string) => ({
    operationId: `${verb}_${operationName}`,
    tags: [path],
    summary: label,
    description,
    ...(access?.account ? { security: SECURITY.slice(1) } : {}),
    responses,
  })
  return {
    [`/${path}/`]: {
      ...(methods.GET
        ? {
            get: {
              ...operation('get'),
              parameters: (parameters?.(host) ?? []).map(({ name, description: says, schema }) =>
                query(name, says, schema)
              ),
            },
          }
        : {}),
      ...(methods.POST ? { post: operation('post') } : {}),
    },
  }
}

const KEYED: Schema = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same request again under this key, within a day, gets the first answer.',
  schema: { type: 'string', maxLength: 255 },
}

function pathsOf(resource: Resource): Schema {
  const { account } = resource.access
  const closed = account ? { 401: PROBLEM } : {}
  const others = resource.ownership ? { 403: PROBLEM } : {}
  const ref = { $ref: `#/components/schemas/${resource.path}` }
  const controls = (...names: string[]) =>
    names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
  const id = {
    name: 'id',
    in: 'path',
    required: true,
    description: `Key of the ${resource.label}.`,
    schema: { type: resource.key.type },
  }
  const operation = (verb: string, rest: Schema) => ({
    operationId: `${verb}_${resource.path.replace(/\W/g, '_')}`,
    tags: [resource.path],
    ...(account ? { security: SECURITY.slice(1) } : {}),
    ...rest,
  })
  const record = (description: string) => ({
    description,
    content: { 'application/json': { schema: ref } },
  })
  const body = { required: true, content: { 'application/json': { schema: ref } } }
  const list = { type: 'array', items: ref, minItems: 1, maxItems: resource.mostAtOnce }
  const oneOrMany = {
    required: true,
    content: { 'application/json': { schema: { oneOf: [ref, list] } } },
  }
  const expand = resource.expandable.length
    ? [
        query('expand', 'Links that show the whole record, with commas.', {
          type: 'array',
          items: { enum: resource.expandable },
        }),
      ]
    : []

  return {
    [`/${resource.path}/`]: {
      get: operation('list', {
        summary: `List of ${resource.path}`,
        description: resource.description,
        parameters: [
          ...filterParameters(resource),
          query('order_by', 'Names with commas; a leading `-` descends.', {
            type: 'string',
            examples: [resource.defaultOrder],
          }),
          ...controls('fields', 'omit', 'cursor', 'page', 'count', 'format'),
          ...expand,
        ],
        responses: {
          200: {
            description: 'One page, or with `count=on` the total.',
            content: { 'application/json': { schema: { anyOf: [pageSchema(ref), COUNT] } } },
          },
          400: PROBLEM,
          ...closed,
          404: PROBLEM,
          429: THROTTLED,
        },
      }),
      ...(resource.writes.includes('create')
        ? {
            post: operation('create', {
              summary: `Create a ${resource.label}`,
              ...(resource.ownership ? { parameters: [KEYED] } : {}),
              requestBody: resource.mostAtOnce ? oneOrMany : body,
              responses: {
                201: resource.mostAtOnce
                  ? { description: 'Created.', content: oneOrMany.content }
                  : record('Created.'),
                400: PROBLEM,
                ...closed,
                ...(resource.ownership ? { 403: PROBLEM, 422: PROBLEM } : {}),
              },
            }),
          }
        : {}),
    },
    [`/${resource.path}/{id}/`]: {
      get: operation('retrieve', {
        summary: `One ${resource.label}`,
        parameters: [id, ...controls('fields', 'omit', 'format'), ...expand],
        responses: {
          200: record('The record.'),
          304: { description: 'Not changed.' },
          ...closed,
          404: PROBLEM,
          429: THROTTLED,
        },
      }),
      ...(resource.writes.includes('update')
        ? {
            put: operation('replace', {
              summary: `Replace a ${resource.label}`,
              parameters: [id],
              requestBody: body,
              responses: {
                200: record('Replaced.'),
                400: PROBLEM,
                ...closed,
                ...others,
                404: PROBLEM,
              },
            }),
            patch: operation('change', {
              summary: `Change a ${resource.label}`,
              parameters: [id],
              requestBody: { ...body, required: false },
              responses: {
                200: record('Changed.'),
                400: PROBLEM,
                ...closed,
                ...others,
                404: PROBLEM,
              },
            }),
          }
        : {}),
      ...(resource.writes.includes('destroy')
        ? {
            delete: operation('delete', {
              summary: `Delete a ${resource.label}`,
              parameters: [id],
              responses: { 204: { description: 'Deleted.' }, ...closed, ...others, 404: PROBLEM },
            }),
          }
        : {}),
    },
  }
}

/** The answer to `count=on`. */
const COUNT: Schema = {
  type: 'object',
  required: ['count'],
  properties: { count: { type: 'integer', description: 'The total.' } },
}

function pageSchema(items: Schema): Schema {
  const address = { type: ['string', 'null'], format: 'uri' }
  return {
    type: 'object',
    required: ['count', 'next', 'previous', 'results'],
    properties: {
      count: { type: 'string', format: 'uri', description: 'Address that returns the total.' },
      next: address,
      previous: address,
      results: { type: 'array', items },
    },
  }
}

function filterParameters(resource: Resource): Schema[] {
  return [...resource.ownFilters.values()].flatMap((filter) =>
    filter.lookups.map((lookup) => {
      const name = lookup === 'exact' ? filter.name : `${filter.name}__${lookup}`
      return query(name, filterHelp(filter, lookup), filterSchema(filter, lookup))
    })
  )
}

function filterHelp({ name, kind, relation }: Filter, lookup: Lookup): string {
  if (kind === 'from_day') return 'On this day or later.'
  if (kind === 'to_day') return 'On this day or earlier.'
  if (relation)
    return `Key of a related record of ${relation.target.name}; \`${name}__…\` takes its filters.`
  switch (lookup) {
    case 'range':
      return 'Two values with a comma, both included.'
    case 'in':
      return 'Values with commas.'
    case 'isnull':
      return 'Whether the value is missing.'
    default:
      return lookup === 'exact' ? 'Equal to.' : `Lookup \`${lookup}\`.`
  }
}
