/**
 * Forwards requests under `/o` and for the two discovery documents to the
 * provider. Registration has its own handler with stricter rules than the
 * library's.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { readText } from '#api/bodies/read_text'
import { methodNotAllowed } from '#api/errors'
import { origin } from '#api/roots'
import { ApiError } from '#app/support/api_error'
import { addressKey } from '#app/throttle/caller_keys'
import { AttemptLimit } from '#app/throttle/attempt_limit'
import type { MountHandler, MountedRequest } from '#app/web/contributions'
import { OAuthProviders } from './providers.js'
import { answerRegistration } from './registration.js'
import { ROUTES } from './access.js'

/** Each authorization request stores an interaction. */
const authorizationLimit = new AttemptLimit('oauth-authorize', ['60/min'], 'pages')

/** Maximum size of the form of an authorization request in bytes. */
const MAX_FORM = 64 * 1024

const READ = 'GET, HEAD, OPTIONS'
const WRITE = 'POST, OPTIONS'

/** Methods of the library's endpoints. */
const METHODS: Readonly<Record<string, string>> = {
  '/.well-known/oauth-authorization-server': READ,
  '/.well-known/openid-configuration': READ,
  [ROUTES.jwks]: READ,
  [ROUTES.authorization]: 'GET, HEAD, POST',
  [ROUTES.token]: WRITE,
  [ROUTES.revocation]: WRITE,
  [ROUTES.introspection]: WRITE,
  [ROUTES.userinfo]: 'GET, HEAD, POST, OPTIONS',
}

const handle: MountHandler = async (request, response, app, ctx) => {
  const [sent, query] = splitUrl(request.originalUrl)
  const path = METHODS[`${sent}/`] ? `${sent}/` : sent
  const providers = await app.container.make(OAuthProviders)
  if (path.replace(/\/$/, '') === '/o/register')
    return answerRegistration(request, response, providers, ctx)
  checkMethod(path, request.method!)
  request.originalUrl = query === '' ? path : `${path}?${query}`
  if (path === ROUTES.authorization) {
    await authorizationLimit.countFor(addressKey(ctx.request.ip()))
    if (request.method === 'POST') await moveFormToQuery(request, ctx)
  }
  const provider = await providers.at(origin(ctx))
  actAs(request, origin(ctx))
  request.url = request.originalUrl
  await provider.callback()(request, response)
}

export default handle

/** Sets headers so that the library derives its URLs from the issuer, whatever the client sent. */
function actAs({ headers }: MountedRequest, issuer: string): void {
  const { protocol, host } = new URL(issuer)
  headers.host = host
  headers['x-forwarded-host'] = host
  headers['x-forwarded-proto'] = protocol.slice(0, -1)
}

/** @throws ApiError 404 for an unknown path, 405 for a method that the path doesn't support */
function checkMethod(path: string, method: string): void {
  // Sign-ins continue at a URL below the authorization endpoint.
  const allowed = METHODS[path] ?? (path.startsWith(ROUTES.authorization) ? READ : undefined)
  if (!allowed) throw ApiError.detail(404, 'Not found.')
  if (!allowed.split(', ').includes(method)) throw methodNotAllowed(method, allowed)
}

/**
 * Turns an authorization request by POST into one by GET (OpenID Connect Core, 3.1.2.1). The
 * library accepts POST only with cookies that browsers send in requests from any site.
 *
 * @throws ApiError 415 for a body that isn't a form, and as `readText`
 */
async function moveFormToQuery(request: MountedRequest, ctx: HttpContext): Promise<void> {
  const type = ctx.request.header('content-type')
  if (type && !ctx.request.is(['application/x-www-form-urlencoded']))
    throw ApiError.detail(415, `Unsupported media type "${type}" in request.`)
  const [path, query] = splitUrl(request.originalUrl)
  const form = new URLSearchParams(await readText(request, { maxBytes: MAX_FORM }))
  request.originalUrl = `${path}?${[query, String(form)].filter(Boolean).join('&')}`
  request.method = 'GET'
}

/** Splits a URL path at the question mark. */
function splitUrl(url: string): [path: string, query: string] {
  const [path] = url.split('?', 1)
  return [path!, url.slice(path!.length + 1)]
}
