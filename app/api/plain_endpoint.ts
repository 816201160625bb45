/** Handles requests for endpoints that aren't resources. */
import type { HttpContext } from '@adonisjs/core/http'
import type { ApplicationService } from '@adonisjs/core/types'
import { ApiRequest } from './api_request.js'
import type { Catalog, Place } from './catalog.js'
import {
  getEndpointMethods,
  type EndpointAnswer,
  type EndpointDefinition,
} from './define_endpoint.js'
import { methodNotAllowed } from './errors.js'
import { sendExport } from './export/send_export.js'
import type { Gate } from './gate.js'
import { PARSES, RENDERS } from './metadata.js'
import { respond } from './respond.js'

interface PlainServices {
  /** Passed to handlers. */
  app: ApplicationService
  gate: Gate
}

/** Responds to a request. */
export async function answerPlain(
  ctx: HttpContext,
  endpoint: EndpointDefinition,
  { app, gate, place, suffix }: PlainServices & { place: Place; suffix?: string }
): Promise<void> {
  const { label, path, exports, mediaType, access = {} } = endpoint
  const isRead = ctx.request.method() === 'GET' || ctx.request.method() === 'HEAD'
  const request = new ApiRequest(
    ctx,
    { ...place, mediaType },
    suffix,
    exports && isRead && place.version === 'v4'
  )
  const methods = getEndpointMethods(endpoint)
  const allow = methods.join(', ')
  if (!methods.includes(request.method)) throw methodNotAllowed(request.method, allow)

  const handler = endpoint.methods[request.method === 'HEAD' ? 'GET' : (request.method as 'GET')]
  const { status, body, json, headers, exported, send }: EndpointAnswer = handler
    ? await handler(request, app)
    : { body: metadataOf(endpoint, place.catalog) }
  if (send) return send()
  if (exported) {
    const { rows } = request.exported!
    return sendExport(request, { ...exported, rows, allow, headers }, { gate, access })
  }
  await respond(request, {
    status,
    json: json ?? JSON.stringify(body),
    allow,
    headers,
    page: () => ({
      title: label,
      trail: [
        { label: `API ${place.version}`, url: request.base },
        { label: path, url: `${request.base}${path}/` },
      ],
    }),
  })
}

function metadataOf(
  { label, description, parameters }: EndpointDefinition,
  catalog: Catalog
): Record<string, unknown> {
  const taken = parameters?.(catalog)
  return {
    name: label,
    description,
    renders: RENDERS,
    parses: PARSES,
    ...(taken && {
      parameters: Object.fromEntries(taken.map(({ name, ...parameter }) => [name, parameter])),
    }),
  }
}
