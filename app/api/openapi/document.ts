/** The OpenAPI 3.1 description of v4, generated from the declarations. */
import type { HttpContext } from '@adonisjs/core/http'
import type { Catalog } from '../catalog.js'
import { DOCUMENTED_VERSIONS } from '../version.js'
import { getEndpointVersions, type EndpointDefinition } from '../define_endpoint.js'
import type { Resource } from '../resource.js'
import type { WriteKind } from '../writes/validate.js'
import { FILTER_SCHEMAS, filterParameters } from './filter_parameters.js'
import { bodySchema, recordSchema } from './record_schema.js'
import {
  bodyName,
  CHOICES_SCHEMAS,
  CONTROL_PARAMETERS,
  pathBelow,
  resourcePaths,
} from './resource_paths.js'
import { ERROR_SCHEMAS, RESPONSES, errors } from './responses.js'
import {
  CodeLists,
  componentName,
  SharedParameters,
  type Schema,
  query,
  SECURITY,
  SECURITY_SCHEMES,
} from './schema.js'
import { origin } from '../roots.js'

const DESCRIPTION = `Self-hosted legal data API.

Filters are named after fields. Append two underscores and a lookup (\`date_filed__gte\`: greater than or \
equal to; \`__gt\`, \`__lte\`, \`__lt\`, \`__range\`, \`__in\`, \`__isnull\`, \`__startswith\`, \`__icontains\` …) \
or a filter of a related record (\`docket__court\`), up to four relations away. Add \`!\` to exclude matches: \
\`court!=scotus\`. Filters that follow more than one relation are not listed; pass them in \`related\`.`

/** Placeholder for the server's URL, replaced when the document is sent. */
const ADDRESS = '{address}'

const written = new WeakMap<Catalog, string>()

/** Serves the document, which differs between requests only in the server's URL. */
export function openApiDocument(ctx: HttpContext, catalog: Catalog): void {
  const text = written.get(catalog) ?? JSON.stringify(buildOpenApi(catalog, ADDRESS))
  written.set(catalog, text)
  const address = JSON.stringify(origin(ctx)).slice(1, -1)
  ctx.response.header('content-type', 'application/json').send(text.replace(ADDRESS, () => address))
}

/**
 * Creates the document.
 *
 * @param address scheme and host of the server
 */
export function buildOpenApi(catalog: Catalog, address: string): Schema {
  const resources = catalog.resources.all().filter(({ versions }) => versions.includes('v4'))
  const endpoints = catalog.endpoints.filter((endpoint) =>
    getEndpointVersions(endpoint).includes('v4')
  )
  const codes = new CodeLists()
  const shared = new SharedParameters()
  const filters = new Map(
    resources.map((resource) => [resource, filterParameters(resource, codes)])
  )
  for (const [{ path }, parameters] of filters) shared.note(path, parameters)
  const below = resources.flatMap((resource) => {
    const { filter, resource: above } = resource.below ?? {}
    if (!above) return []
    const parameters = filters.get(resource)!.filter(({ name }) => name !== filter)
    shared.note(resource.path, parameters)
    return { resource, above: catalog.resources.get(above), parameters }
  })
  const paths = Object.assign(
    {},
    ...resources.map((resource) => resourcePaths(resource, shared.written(filters.get(resource)!))),
    ...below.map(({ resource, above, parameters }) =>
      pathBelow(resource, above, shared.written(parameters))
    ),
    ...endpoints.map((endpoint) => endpointPath(endpoint, catalog))
  )
  const records = Object.fromEntries(
    resources.flatMap((resource) => [
      [componentName(resource.path), recordSchema(resource, codes)],
      ...bodiesOf(resource).map((method) => [
        componentName(bodyName(resource, method)),
        bodySchema(resource, method, codes),
      ]),
    ])
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Curia',
      version: DOCUMENTED_VERSIONS.v4,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${address}${catalog.resources.root}v4` }],
    tags: [...resources, ...endpoints].map(({ path, description }) => ({
      name: path,
      description,
    })),
    paths,
    security: SECURITY,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: Object.assign(
        records,
        ...endpoints.map(({ schemas }) => schemas?.(catalog)),
        codes.schemas,
        FILTER_SCHEMAS,
        CHOICES_SCHEMAS,
        ERROR_SCHEMAS
      ),
      parameters: { ...CONTROL_PARAMETERS, ...shared.components },
      responses: RESPONSES,
    },
  }
}

/** Request bodies of the resource's writes. */
function bodiesOf({ writes }: Resource): WriteKind[] {
  return [
    ...(writes.includes('create') ? (['create'] as const) : []),
    ...(writes.includes('update') ? (['replace', 'change'] as const) : []),
  ]
}

/** The path item of an endpoint. */
function endpointPath(endpoint: EndpointDefinition, catalog: Catalog): Schema {
  const { path, label, description, access, methods, answerStatus = 200, body } = endpoint
  const success = {
    description: label,
    ...(endpoint.answerHeaders ? { headers: headersOf(endpoint.answerHeaders) } : {}),
    content: { 'application/json': { schema: endpoint.answer } },
  }
  const parameters = (endpoint.parameters?.(catalog) ?? []).map(
    ({ name, description: says, schema }) => query(name, says, schema)
  )
  const operation = (verb: string, ...statuses: number[]) => ({
    operationId: `${verb}_${path.replace(/\W/g, '_')}`,
    tags: [path],
    summary: label,
    description,
    ...(access?.account ? { security: SECURITY.slice(1) } : {}),
    ...(parameters.length ? { parameters } : {}),
    responses: { [answerStatus]: success, ...errors(400, ...statuses) },
  })
  const forbidden = access?.right ? [403] : []
  return {
    [`/${path}/`]: {
      ...(methods.GET ? { get: operation('get', ...forbidden) } : {}),
      ...(methods.POST
        ? {
            post: {
              ...operation('post', 403, 415),
              requestBody: { required: true, content: { 'application/json': { schema: body } } },
            },
          }
        : {}),
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
