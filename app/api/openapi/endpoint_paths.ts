/**
 * The operations of an endpoint that is no resource.
 */
import type { Catalog } from '../catalog.js'
import type { EndpointDefinition } from '../define_endpoint.js'
import { errors } from './responses.js'
import { query, type Schema } from './schema.js'
import { SECURITY } from './security.js'

/** Its one path. */
export function endpointPath(endpoint: EndpointDefinition, catalog: Catalog): Schema {
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
