/**
 * Validation of client metadata (tool server, oauth 1; RFC 7591).
 */
import { randomBytes } from 'node:crypto'

/** Stored metadata of a client. */
export interface ClientMetadata {
  client_name: string
  redirect_uris: string[]
  grant_types: string[]
  response_types: string[]
  token_endpoint_auth_method: string
  client_uri?: string
  /** `native` if redirect URIs have a loopback host, whose port can vary. */
  application_type: 'native' | 'web'
}

const GRANTS = ['authorization_code', 'refresh_token']
const METHODS = ['client_secret_basic', 'client_secret_post', 'none']
const MAX_NAME = 255
const MAX_URIS = 10
const MAX_URI = 2048
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * A URI as in RFC 3986: `URL` also accepts spaces, line breaks, backslashes, and a missing `//`,
 * which browsers and clients read in different ways.
 */
const WRITTEN_OUT =
  /^https?:\/\/(?:[a-z\d][a-z\d._-]*|\[[\da-f:.]+\])(?::\d*)?(?:[/?#](?:[\w.~!$&'()*+,;=:@/?#[\]-]|%[\da-f]{2})*)?$/i

/** Invalid metadata; the message describes the problem. */
export class MetadataError extends Error {
  /** @param code error code of the response (RFC 7591, 3.2.2) */
  constructor(
    message: string,
    readonly code: 'invalid_client_metadata' | 'invalid_redirect_uri' = 'invalid_client_metadata'
  ) {
    super(message)
  }
}

/** @throws MetadataError */
export function readMetadata(body: unknown): ClientMetadata {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new MetadataError('The body must be a JSON object.')
  const sent = body as Record<string, unknown>
  const uris = sent.redirect_uris
  if (!Array.isArray(uris) || !uris.length || uris.length > MAX_URIS)
    throw new MetadataError(
      `redirect_uris must be a list of 1 to ${MAX_URIS} URLs.`,
      'invalid_redirect_uri'
    )
  const redirects = uris.map(redirectUri)
  return {
    client_name: nameOf(sent.client_name),
    redirect_uris: redirects,
    grant_types: grantsOf(sent.grant_types),
    response_types: responsesOf(sent.response_types),
    token_endpoint_auth_method: methodOf(sent.token_endpoint_auth_method),
    ...(isPage(sent.client_uri) ? { client_uri: sent.client_uri } : {}),
    application_type: typeFor(redirects.map((uri) => new URL(uri))),
  }
}

/** Loopback hosts that the library accepts for native clients. */
const NATIVE = /^(localhost|127\.0\.0\.1|\[::1\])$/

function typeFor(redirects: URL[]): 'native' | 'web' {
  const local = redirects.filter(isLoopback)
  return local.length && local.every(({ hostname }) => NATIVE.test(hostname)) ? 'native' : 'web'
}

function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname)
}

function redirectUri(sent: unknown): string {
  const refuse = (why: string) => new MetadataError(`redirect_uris: ${why}`, 'invalid_redirect_uri')
  if (typeof sent !== 'string' || sent.length > MAX_URI || !URL.canParse(sent))
    throw refuse('each must be an absolute URL.')
  const url = new URL(sent)
  if (url.hash || sent.includes('#')) throw refuse('a URL must not have a fragment.')
  if (url.username || url.password) throw refuse('a URL must not have credentials.')
  if (!WRITTEN_OUT.test(sent))
    throw refuse(
      'use // after the scheme, and percent-encode spaces and special characters (RFC 3986).'
    )
  if (url.protocol === 'https:') return sent
  if (url.protocol === 'http:' && isLoopback(url)) return sent
  throw refuse('use https, or http with a loopback host (localhost, 127.0.0.1, [::1]).')
}

function nameOf(sent: unknown): string {
  if (sent !== undefined && typeof sent !== 'string')
    throw new MetadataError('client_name must be a string.')
  const name = (sent ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  if (name.length > MAX_NAME)
    throw new MetadataError(`client_name can have at most ${MAX_NAME} characters.`)
  return name || `MCP Client ${randomBytes(4).toString('hex')}`
}

function grantsOf(sent: unknown): string[] {
  const grants = listOf('grant_types', sent, ['authorization_code'], GRANTS)
  if (!grants.includes('authorization_code'))
    throw new MetadataError('grant_types must contain authorization_code.')
  return grants
}

function responsesOf(sent: unknown): string[] {
  return listOf('response_types', sent, ['code'], ['code'])
}

function listOf(name: string, sent: unknown, standard: string[], allowed: string[]): string[] {
  if (sent === undefined || (Array.isArray(sent) && !sent.length)) return standard
  if (!Array.isArray(sent) || !sent.every((one) => allowed.includes(one as string)))
    throw new MetadataError(`${name} can only contain ${allowed.join(', ')}.`)
  return [...new Set(sent as string[])]
}

function methodOf(sent: unknown): string {
  if (sent === undefined) return METHODS[0]!
  if (typeof sent === 'string' && METHODS.includes(sent)) return sent
  throw new MetadataError(`token_endpoint_auth_method can only be ${METHODS.join(', ')}.`)
}

function isPage(sent: unknown): sent is string {
  return (
    typeof sent === 'string' &&
    sent.length <= MAX_URI &&
    /^https?:\/\//.test(sent) &&
    URL.canParse(sent)
  )
}
