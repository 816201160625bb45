/**
 * Dynamic client registration (RFC 7591).
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import { errors } from '@adonisjs/limiter'
import type { errors as ProviderErrors } from 'oidc-provider'
import { origin } from '#api/roots'
import { readJson } from '#api/writes/read_body'
import { ApiError } from '#app/support/api_error'
import { describeDatabaseError } from '#app/exceptions/database_errors'
import { errorResponse } from '#app/support/error_response'
import { AttemptLimit } from '#app/throttle/attempt_limit'
import { addressKey } from '#app/throttle/caller_keys'
import type { MountedRequest } from '#app/web/contributions'
import settings from '../settings.js'
import { MetadataError, readMetadata, type ClientMetadata } from './client_metadata.js'
import { library } from './library.js'
import { hashSecret, type OAuthProviders } from './providers.js'
import { cacheControl } from '#app/support/caching'

const MAX_BODY = 64 * 1024

const registrationLimit = new AttemptLimit('oauth-registration', settings.registrationRates)

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'Content-Type, Authorization, MCP-Protocol-Version',
}

export async function answerRegistration(
  request: MountedRequest,
  response: ServerResponse,
  providers: OAuthProviders,
  ctx: HttpContext
): Promise<void> {
  if (request.method === 'OPTIONS') return void response.writeHead(204, CORS).end()
  if (request.method !== 'POST')
    return send(response, 405, error('invalid_request', 'Use POST.'), { allow: 'POST, OPTIONS' })
  try {
    await registrationLimit.countFor(addressKey(ctx.request.ip()))
    const metadata = readMetadata(await bodyOf(request))
    send(response, 201, await register(metadata, providers, origin(ctx)))
  } catch (problem) {
    if (problem instanceof errors.E_TOO_MANY_REQUESTS) {
      const seconds = String(problem.response.availableIn)
      return send(
        response,
        429,
        error('rate_limited', `Too many registrations. Try again in ${seconds} seconds.`),
        { 'retry-after': seconds }
      )
    }
    if (problem instanceof MetadataError)
      return send(response, 400, error(problem.code, problem.message))
    if (problem instanceof library().errors.OIDCProviderError)
      return send(response, 400, refusalOf(problem))
    const known = errorResponse(problem) ?? describeDatabaseError(problem)
    if (!known || known.status < 500) throw problem
    ctx.logger.warn(`client registration failed: ${(problem as Error).message}`)
    const { detail } = known.body as { detail: string }
    send(response, known.status, error('temporarily_unavailable', detail), known.headers)
  }
}

async function register(
  metadata: ClientMetadata,
  providers: OAuthProviders,
  issuer: string
): Promise<object> {
  const { Client } = await providers.at(issuer)
  const issued = {
    client_id: randomUUID(),
    client_id_issued_at: Math.floor(Date.now() / 1000),
  }
  const isPublic = metadata.token_endpoint_auth_method === 'none'
  const secret = isPublic ? undefined : randomBytes(48).toString('base64url')
  const stored = {
    ...metadata,
    ...issued,
    ...(secret === undefined
      ? {}
      : { client_secret: hashSecret(secret), client_secret_expires_at: 0 }),
  }
  // Applies the library's checks of registered metadata.
  const Checked = Client as unknown as new (metadata: object) => { metadata(): object }
  const { adapter } = Client as unknown as {
    adapter: { upsert(id: string, payload: object): Promise<void> }
  }
  await adapter.upsert(issued.client_id, new Checked(stored).metadata())
  // Derived, not sent by the client.
  const shown: Partial<ClientMetadata> = { ...metadata }
  delete shown.application_type
  return {
    ...shown,
    ...issued,
    ...(secret === undefined ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
  }
}

/** @throws MetadataError if the body is too large or invalid */
async function bodyOf(request: MountedRequest): Promise<unknown> {
  try {
    return await readJson(request, { maxBytes: MAX_BODY })
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem
    throw new MetadataError(
      problem.status === 413
        ? `The body can have at most ${MAX_BODY / 1024} KB.`
        : 'The body must be a JSON object.'
    )
  }
}

/** The library reports all errors of metadata as `invalid_client_metadata`. */
function refusalOf({
  message,
  error_description: description = message,
}: ProviderErrors.OIDCProviderError) {
  const isAboutUris = description.startsWith('redirect_uris ')
  return error(isAboutUris ? 'invalid_redirect_uri' : 'invalid_client_metadata', description)
}

function error(code: string, description: string): object {
  return { error: code, error_description: description }
}

function send(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {}
): void {
  const json = JSON.stringify(body)
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': cacheControl('authorization'),
      'content-length': Buffer.byteLength(json),
      ...CORS,
      ...headers,
    })
    .end(json)
}
