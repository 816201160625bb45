/**
 * Forwards requests under `/o` and for the two discovery documents to the
 * provider. Registration has its own handler with stricter rules than the
 * library's.
 */
import { origin } from '#api/roots'
import { addressKey } from '#app/throttle/caller_keys'
import { AttemptLimit } from '#app/throttle/attempt_limit'
import type { MountHandler, MountedRequest } from '#app/web/contributions'
import { OAuthProviders } from './providers.js'
import { answerRegistration } from './registration.js'
import { DEFAULT_SCOPE } from './access.js'

/** Each authorization request stores an interaction. */
const authorizationLimit = new AttemptLimit('oauth-authorize', ['60/min'], 'pages')

const handle: MountHandler = async (request, response, app, ctx) => {
  const path = request.originalUrl.split('?')[0]!.replace(/\/$/, '')
  const providers = await app.container.make(OAuthProviders)
  if (path === '/o/register') return answerRegistration(request, response, providers, ctx)
  if (path === '/o/authorize') {
    await authorizationLimit.countFor(addressKey(ctx.request.ip()))
    request.originalUrl = withScope(request.originalUrl)
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

/** Adds the default scope to a request without scopes. */
function withScope(url: string): string {
  const [path, query] = [url.split('?')[0]!, url.slice(url.indexOf('?') + 1)]
  if (!url.includes('?')) return url
  const parameters = new URLSearchParams(query)
  if (parameters.get('scope')?.trim()) return url
  parameters.set('scope', DEFAULT_SCOPE)
  return `${path}?${parameters}`
}
