/** The API root, which lists the endpoints. */
import type { HttpContext } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'
import { ApiRequest } from './api_request.js'
import type { Place } from './catalog.js'
import { noteDeprecation } from './version.js'
import { methodNotAllowed } from './errors.js'
import { redirectToSlash } from './answer_headers.js'
import { PARSES, RENDERS } from './metadata.js'
import { browsableRoot, type ListedEndpoint } from './renderers/html.js'
import { respond } from './respond.js'

const METHODS = ['GET', 'HEAD', 'OPTIONS']
const ALLOW = METHODS.join(', ')

/** Responds to `<root><version>/` (specification, Overview). */
export async function apiRoot(
  ctx: HttpContext,
  place: Place,
  endpoints: ListedEndpoint[]
): Promise<void> {
  const { version, catalog } = place
  noteDeprecation(ctx, { version, root: catalog.resources.root }, { versions: ['v3', 'v4'] })
  if (redirectToSlash(ctx)) return
  const request = new ApiRequest(ctx, place)
  if (!METHODS.includes(request.method)) throw methodNotAllowed(request.method, ALLOW)

  const title = `Curia API ${version}`
  const trail = [{ label: `API ${version}`, url: request.base }]
  if (request.method === 'OPTIONS') {
    const body = {
      name: title,
      description: 'Endpoints of this version.',
      renders: RENDERS,
      parses: PARSES,
    }
    return respond(request, {
      json: JSON.stringify(body),
      allow: ALLOW,
      page: () => ({ title, trail }),
    })
  }

  const addresses = Object.fromEntries(
    endpoints.map(({ path }) => [path, `${request.base}${path}/`])
  )
  await respond(request, {
    json: JSON.stringify(addresses),
    allow: ALLOW,
    conditional: true,
    page: () => ({ title, trail }),
    html: () => browsableRoot(ctx, { title, version, base: request.base, endpoints }),
  })
}

/** Versions 1 and 2 are retired (contract, list behavior 13). */
export function retiredVersion(root: string, version: string): never {
  throw new ApiError(API_ERRORS.version_retired, {
    meta: { status: `Version ${version} of this API is no longer served. Use ${root}v4/.` },
    objects: [],
  })
}
