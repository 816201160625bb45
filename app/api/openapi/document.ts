/** The OpenAPI 3.1 description of v4, generated from the declarations. */
import type { HttpContext } from '@adonisjs/core/http'
import type { Catalog } from '../catalog.js'
import { DOCUMENTED_VERSIONS } from '../version.js'
import { getEndpointVersions, type EndpointDefinition } from '../define_endpoint.js'
import type { RecordEndpoint } from '../record_endpoint.js'
import type { Resource } from '../resource.js'
import type { WriteKind } from '../writes/validate.js'
import { CONTROL_PARAMETERS, controls } from './control_parameters.js'
import { FILTER_SCHEMAS, filterParameters } from './filter_parameters.js'
import { bodySchema, recordSchema } from './record_schema.js'
import { bodyName, COMMON_SCHEMAS, COMMON_RESPONSES, ResourcePaths } from './resource_paths.js'
import { ERROR_SCHEMAS, RESPONSES, errors } from './responses.js'
import { CodeLists, componentName, SharedParameters, type Schema, query } from './schema.js'
import { Security } from './security.js'
import { origin } from '../roots.js'
import { ApiError } from '#app/support/api_error'

const DESCRIPTION = `Self-hosted legal data API.

Filters are named after fields. Append two underscores and a lookup (\`date_filed__gte\`: greater than or \
equal to; \`__gt\`, \`__lte\`, \`__lt\`, \`__range\`, \`__in\`, \`__isnull\`, \`__startswith\`, \`__icontains\` …) \
or a filter of a related record (\`docket__court\`), up to four relations away. Add \`!\` to exclude matches: \
\`court!=scotus\`. Pass filters that are not listed in \`related\`.

The document lists all lookups of a list's own fields, and the common ones of directly related records. \
\`openapi/<plugin>.json\` lists all lookups for the endpoints of a plugin.`

/** Placeholder for the server's URL, replaced when the document is sent. */
const ADDRESS = '{address}'

/** Texts of the documents by plugin; the key '' is the document of the root. */
const written = new WeakMap<Catalog, Map<string, string>>()

/**
 * Serves the document, which differs between requests only in the server's URL.
 *
 * @param plugin limits it to the endpoints of a plugin, with all lookups of their filters
 * @throws ApiError 404 if the plugin has no endpoints
 */
export function openApiDocument(ctx: HttpContext, catalog: Catalog, plugin = ''): void {
  const known = written.get(catalog) ?? new Map<string, string>()
  written.set(catalog, known)
  if (plugin && !listedPlugins(catalog).includes(plugin)) throw noDocument(plugin, catalog)
  const text =
    known.get(plugin) ??
    JSON.stringify(buildOpenApi(catalog, { address: ADDRESS, plugin, complete: plugin !== '' }))
  known.set(plugin, text)
  const address = JSON.stringify(origin(ctx)).slice(1, -1)
  ctx.response
    .header('content-type', 'application/json')
    .send(text.replaceAll(ADDRESS, () => address))
}

/** Plugins with resources or endpoints in v4. */
export function listedPlugins(catalog: Catalog): string[] {
  return [
    ...new Set(
      Object.values(served(catalog))
        .flat()
        .map(({ plugin }) => plugin)
    ),
  ]
}

function noDocument(plugin: string, catalog: Catalog): ApiError {
  const known = listedPlugins(catalog).join(', ')
  return ApiError.detail(
    404,
    `No plugin "${plugin.slice(0, 100)}" has endpoints. Plugins with endpoints: ${known}.`
  )
}

function served(catalog: Catalog, plugin = '') {
  const isIncluded = (each: { plugin: string }) => !plugin || each.plugin === plugin
  return {
    resources: catalog.resources
      .all()
      .filter((each) => each.versions.includes('v4') && isIncluded(each)),
    endpoints: catalog.endpoints.filter(
      (each) => getEndpointVersions(each).includes('v4') && isIncluded(each)
    ),
    recordEndpoints: catalog.recordEndpoints.filter(isIncluded),
  }
}

interface DocumentOptions {
  /** Scheme and host of the server. */
  address: string
  /** Only the endpoints of this plugin. */
  plugin?: string
  /** Lists all lookups of filters. */
  complete: boolean
}

/** Creates the document. */
export function buildOpenApi(
  catalog: Catalog,
  { address, plugin, complete }: DocumentOptions
): Schema {
  const { resources, endpoints, recordEndpoints } = served(catalog, plugin)
  const parents = new Set(catalog.resources.all().map(({ below }) => below?.resource))
  const codes = new CodeLists()
  const sources = { codes, resources: catalog.resources }
  const shared = new SharedParameters(Object.keys(CONTROL_PARAMETERS))
  const security = new Security(catalog)
  const lists = resources.map((resource) => {
    const filters = filterParameters(resource, codes, { complete })
    shared.note(resource.path, filters)
    const { filter, resource: above } = resource.below ?? {}
    const remaining = above ? filters.filter(({ name }) => name !== filter) : []
    shared.note(resource.path, remaining)
    return { resource, filters, remaining, above }
  })
  const paths = Object.assign(
    {},
    ...lists.map(({ resource, filters, remaining, above }) => {
      const operations = new ResourcePaths(
        resource,
        shared.written(filters),
        security,
        parents.has(resource.path)
      )
      return {
        ...operations.paths(),
        ...(above ? operations.below(catalog.resources.get(above), shared.written(remaining)) : {}),
      }
    }),
    ...endpoints.map((endpoint) => endpointPath(endpoint, catalog, security)),
    ...recordEndpoints.map((endpoint) =>
      recordEndpointPath(endpoint, served(catalog).resources.filter(endpoint.serves), security)
    )
  )
  const all = served(catalog)
  const records = Object.fromEntries(
    all.resources.flatMap((resource) => [
      [componentName(resource.path), recordSchema(resource, sources)],
      ...bodiesOf(resource).map((method) => [
        componentName(bodyName(resource, method)),
        bodySchema(resource, method, sources),
      ]),
    ])
  )
  const components = {
    schemas: Object.assign(
      records,
      ...all.endpoints.map(({ schemas }) => schemas?.(catalog)),
      codes.schemas,
      FILTER_SCHEMAS,
      COMMON_SCHEMAS,
      ERROR_SCHEMAS
    ) as Record<string, Schema>,
    parameters: { ...CONTROL_PARAMETERS, ...shared.components },
    responses: { ...COMMON_RESPONSES, ...RESPONSES },
  }
  return {
    openapi: '3.1.0',
    info: {
      title: plugin ? `Curia: ${plugin}` : 'Curia',
      version: DOCUMENTED_VERSIONS.v4,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${address}${catalog.resources.root}v4` }],
    tags: [
      ...[...resources, ...endpoints].map(({ path: name, description }) => ({ name, description })),
      ...recordEndpoints.map(({ name, description }) => ({ name, description })),
    ],
    paths,
    security: security.reads,
    components: {
      securitySchemes: security.schemes(address),
      ...referenced(paths, components),
    },
  }
}

type Components = Record<string, Record<string, Schema>>

/** The components that paths refer to, directly or through other components. */
function referenced(paths: Schema, components: Components): Components {
  const found: Components = Object.fromEntries(Object.keys(components).map((kind) => [kind, {}]))
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { $ref: path } = value as { $ref?: unknown }
    if (typeof path === 'string') {
      const [kind, name] = path.split('/').slice(2) as [string, string]
      if (!found[kind]![name]) visit((found[kind]![name] = components[kind]![name]!))
    }
    for (const inner of Object.values(value)) visit(inner)
  }
  visit(paths)
  return found
}

/** Request bodies of the resource's writes. */
function bodiesOf({ writes }: Resource): WriteKind[] {
  return [
    ...(writes.includes('create') ? (['create'] as const) : []),
    ...(writes.includes('update') ? (['replace', 'change'] as const) : []),
  ]
}

/** The path item of an endpoint. */
function endpointPath(endpoint: EndpointDefinition, catalog: Catalog, security: Security): Schema {
  const { path, label, description, access = {}, methods, answerStatus = 200, body } = endpoint
  const { errorStatuses = [] } = endpoint
  const success = {
    description: label,
    ...(endpoint.answerHeaders ? { headers: headersOf(endpoint.answerHeaders) } : {}),
    content: { [endpoint.mediaType ?? 'application/json']: { schema: endpoint.answer } },
  }
  const parameters = (endpoint.parameters?.(catalog) ?? []).map(
    ({ name, description: says, schema }) => query(name, says, schema)
  )
  const operation = (verb: string, ...statuses: number[]) => ({
    operationId: `${verb}_${path.replace(/\W/g, '_')}`,
    tags: [path],
    summary: label,
    description,
    ...security.of(access, { reads: verb === 'get', account: !!access.account }),
    ...(parameters.length ? { parameters } : {}),
    responses: { [answerStatus]: success, ...errors(400, ...statuses, ...errorStatuses) },
  })
  const bodies = Object.fromEntries(
    Object.entries({ 'application/json': body, ...endpoint.otherBodies }).map(([type, schema]) => [
      type,
      { schema },
    ])
  )
  const forbidden = access.right ? [403] : []
  return {
    [`/${path}/`]: {
      ...(methods.GET ? { get: operation('get', ...forbidden) } : {}),
      ...(methods.POST
        ? {
            post: {
              ...operation('post', 403, 413, 415),
              requestBody: { required: true, content: bodies },
            },
          }
        : {}),
    },
  }
}

/** One path item for all resources. */
function recordEndpointPath(
  { name, label, description, parameters, answer, errorStatuses }: RecordEndpoint,
  resources: readonly Resource[],
  security: Security
): Schema {
  const inPath = (place: string, says: string, schema: Schema) => ({
    name: place,
    in: 'path',
    required: true,
    description: says,
    schema,
  })
  return {
    [`/{resource}/{id}/${name}/`]: {
      get: {
        operationId: `record_${name}`,
        tags: [name],
        summary: label,
        description,
        ...security.of({}, { reads: true, account: false }),
        parameters: [
          inPath('resource', 'Path of the resource.', {
            type: 'string',
            enum: resources.map(({ path }) => path),
          }),
          inPath('id', 'ID of the record.', { type: ['integer', 'string'] }),
          ...parameters.map((one) => query(one.name, one.description, one.schema)),
          ...controls('format'),
        ],
        responses: {
          200: { description: label, content: { 'application/json': { schema: answer } } },
          ...errors(400, 403, 404, ...errorStatuses),
        },
      },
    },
  }
}

function headersOf(descriptions: Record<string, string>): Schema {
  return Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ])
  )
}
