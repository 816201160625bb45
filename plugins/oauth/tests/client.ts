/**
 * Test helper: an OAuth client application and the browser of an account
 * owner.
 */
import { hash, randomBytes } from 'node:crypto'
import { noteSecrets } from '#tests/helpers/secrets'
import type { Visitor } from '#tests/helpers/visitor'

export const ORIGIN = () => `http://${process.env.HOST}:${process.env.PORT}`
export const RETURN_TO = 'http://127.0.0.1:9911/callback'

export interface Registered {
  client_id: string
  client_secret?: string
  [name: string]: unknown
}

export async function register(metadata: object = {}): Promise<Response> {
  return fetch(`${ORIGIN()}/o/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Test Client',
      redirect_uris: [RETURN_TO],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      ...metadata,
    }),
  })
}

export async function registered(metadata: object = {}): Promise<Registered> {
  const response = await register(metadata)
  if (response.status !== 201) throw new Error(await response.text())
  return (await response.json()) as Registered
}

export const verifier = () => randomBytes(32).toString('base64url')
export const computeCodeChallenge = (code: string) => hash('sha256', code, 'base64url')

export interface Asked {
  client: Registered
  verifier: string
  scope?: string
  /** Replaces parameters, or omits them if undefined. */
  with?: Record<string, string | undefined>
}

export function authorizePath({ client, verifier: code, scope = 'openid api', ...more }: Asked) {
  const parameters = {
    client_id: client.client_id,
    redirect_uri: RETURN_TO,
    response_type: 'code',
    scope,
    state: 'xyz',
    code_challenge: computeCodeChallenge(code),
    code_challenge_method: 'S256',
    ...more.with,
  }
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  return `/o/authorize/?${new URLSearchParams(given as [string, string][])}`
}

/** Follows redirects until one leaves the server. */
export async function follow(visitor: Visitor, path: string): Promise<URL> {
  let next = path
  for (let hops = 0; hops < 10; hops++) {
    const { status, location, text } = await visitor.get(next)
    if (!location) throw new Error(`${next}: ${status} ${text.slice(0, 300)}`)
    const url = new URL(location, ORIGIN())
    if (url.origin !== ORIGIN()) return url
    next = url.pathname + url.search
    if (next.startsWith('/oauth/interaction/')) return url
  }
  throw new Error('too many redirects')
}

/**
 * Submits the owner's decision and follows the redirect to the application.
 *
 * @param path path of the authorization request
 * @returns the URL of the application with the response
 */
export async function answerRequest(
  visitor: Visitor,
  path: string,
  decision: 'allow' | 'deny' = 'allow'
): Promise<URL> {
  const { pathname } = await follow(visitor, path)
  const { status, location, text } = await visitor.submit(
    pathname.replace(/\/?$/, '/'),
    { decision },
    { from: pathname }
  )
  if (status !== 303) throw new Error(`${status}: ${text.slice(0, 300)}`)
  const { pathname: next, search } = new URL(location!, ORIGIN())
  return follow(visitor, next + search)
}

/** Submits the owner's decision and returns the response to the application. */
export async function decide(
  visitor: Visitor,
  asked: Asked,
  decision: 'allow' | 'deny' = 'allow'
): Promise<URLSearchParams> {
  return (await answerRequest(visitor, authorizePath(asked), decision)).searchParams
}

export interface Tokens {
  access_token: string
  refresh_token: string
  id_token?: string
  scope: string
  expires_in: number
}

export function askForTokens(
  client: Registered,
  form: Record<string, string>,
  headers: Record<string, string> = {}
): Promise<Response> {
  return fetch(`${ORIGIN()}/o/token/`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ client_id: client.client_id, ...form }),
  })
}

export async function exchange(
  client: Registered,
  code: string,
  codeVerifier: string
): Promise<Response> {
  return askForTokens(client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: RETURN_TO,
    code_verifier: codeVerifier,
  })
}

export function refresh(client: Registered, token: string): Promise<Response> {
  return askForTokens(client, { grant_type: 'refresh_token', refresh_token: token })
}

/** @throws Error if the response has no tokens */
export async function tokensIn(response: Response): Promise<Tokens> {
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  const tokens = (await response.json()) as Tokens
  noteSecrets('oauth token', [tokens.access_token, tokens.refresh_token].filter(Boolean))
  return tokens
}

/** Registers a client unless one is given, and gets tokens. */
export async function connect(
  visitor: Visitor,
  { scope, client: given }: { scope?: string; client?: Registered } = {}
): Promise<Tokens & { client: Registered }> {
  const client = given ?? (await registered())
  const code = verifier()
  const asked = { client, verifier: code, ...(scope === undefined ? {} : { scope }) }
  const answer = await decide(visitor, asked)
  return { ...(await tokensIn(await exchange(client, answer.get('code')!, code))), client }
}

/** Sends an API request with an access token. */
export function withBearer(path: string, token: string, init: RequestInit = {}): Promise<Response> {
  return fetch(ORIGIN() + path, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...(init.headers as object) },
  })
}
