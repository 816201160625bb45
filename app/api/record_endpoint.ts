/**
 * `defineRecordEndpoint` declares an endpoint under the records of resources:
 * `/dockets/1/history/`. Its routes, OPTIONS, 405 responses, and OpenAPI path are generated. Access
 * and cost are those of the resource.
 */
import type { HttpContext } from '@adonisjs/core/http'
import type { ApplicationService } from '@adonisjs/core/types'
import { ApiRequest } from './api_request.js'
import type { Place } from './catalog.js'
import type { EndpointAnswer, EndpointParameter } from './define_endpoint.js'
import { methodNotAllowed } from './errors.js'
import { formatResourceTitle } from './labels.js'
import { PARSES, RENDERS } from './metadata.js'
import type { Resource } from './resource.js'
import { respond } from './respond.js'

declare module './catalog.js' {
  interface Catalog {
    recordEndpoints: ServedRecordEndpoint[]
  }
}

export interface RecordEndpoint {
  /** Path segment after the ID. */
  name: string
  label: string
  description: string
  /** Whether the records of a resource have it. */
  serves: (resource: Resource) => boolean
  GET: (
    request: ApiRequest,
    record: { resource: Resource; key: string },
    app: ApplicationService
  ) => Promise<EndpointAnswer>
  parameters: EndpointParameter[]
  /** Schema of the response. */
  answer: Record<string, unknown>
  /** Statuses of its errors. */
  errorStatuses: readonly number[]
}

/** An endpoint with the plugin that declares it. */
export interface ServedRecordEndpoint extends RecordEndpoint {
  plugin: string
}

const ALLOW = 'GET, HEAD, OPTIONS'

/** Declares an endpoint under records. */
export function defineRecordEndpoint(endpoint: RecordEndpoint): RecordEndpoint {
  return endpoint
}

/**
 * Responds to a request.
 *
 * @throws ApiError 405, and errors of the endpoint
 */
export async function answerRecordEndpoint(
  ctx: HttpContext,
  { name, label, description, parameters, GET }: RecordEndpoint,
  {
    resource,
    place,
    app,
    suffix,
  }: { resource: Resource; place: Place; app: ApplicationService; suffix?: string }
): Promise<void> {
  const request = new ApiRequest(ctx, place, suffix)
  if (!ALLOW.split(', ').includes(request.method)) throw methodNotAllowed(request.method, ALLOW)
  const key = String(ctx.params.id)
  const { status, body, json, headers }: EndpointAnswer =
    request.method === 'OPTIONS'
      ? {
          body: {
            name: label,
            description,
            renders: RENDERS,
            parses: PARSES,
            parameters: Object.fromEntries(parameters.map(({ name: one, ...rest }) => [one, rest])),
          },
        }
      : await GET(request, { resource, key }, app)
  const record = `${request.base}${resource.path}/${encodeURIComponent(key)}/`
  await respond(request, {
    status,
    json: json ?? JSON.stringify(body),
    allow: ALLOW,
    headers,
    page: () => ({
      title: `${label} of ${formatResourceTitle(resource.label)} ${key}`,
      trail: [
        { label: `API ${place.version}`, url: request.base },
        { label: resource.path, url: `${request.base}${resource.path}/` },
        { label: key, url: record },
        { label: name, url: `${record}${name}/` },
      ],
    }),
  })
}
