/**
 * The API as tools call it: requests with the caller's own credentials that
 * pass the router, gate, throttle and accounting of the server in this
 * process, without a connection.
 */
import inject, { type DispatchFunc, type InjectOptions } from 'light-my-request'
import { OWN_ROOT } from '#api/roots'
import { ApiRefusal, ToolError } from './tool_error.js'

export interface ApiCaller {
  /** Value of the Authorization header. */
  authorization: string
  /** Scheme and host under which the client reached the server. */
  origin: string
  /** Address of the client. */
  address: string
  signal: AbortSignal
}

/** A list is sent as a parameter that is repeated. */
export type QueryValues = Record<string, string | number | boolean | string[] | undefined>

interface ApiRequest {
  query?: QueryValues
  /** Sent as JSON. */
  body?: unknown
}

export interface ApiAnswer<T = unknown> {
  status: number
  /** Parsed JSON; undefined when there is none. */
  body: T
  headers: Record<string, unknown>
}

/** Characters of a URL at most, as for requests over a connection. */
const MAX_URL = 60_000

/** Redirects that are followed: merged records lead to the one that remains. */
const MAX_REDIRECTS = 3

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Part of a limit that is left: as in the RateLimit field of the API's responses. */
export interface QuotaLeft {
  /** Scope and window: `user-min`. */
  window: string
  remaining: number
  /** Seconds until some of it is free again. */
  reset?: number
}

export class ApiClient {
  /** Addresses of the records and lists that were read. */
  readonly links: string[] = []
  #limits: string | undefined

  /** @param dispatch the handler of the HTTP server */
  constructor(
    readonly dispatch: DispatchFunc,
    readonly caller: ApiCaller
  ) {}

  /** What the last request left of the caller's limits. */
  get quota(): QuotaLeft[] {
    return [...(this.#limits ?? '').matchAll(/"([^"]+)";r=(\d+)(?:;t=(\d+))?/g)].map(
      ([, window, remaining, reset]) => ({
        window: window!,
        remaining: Number(remaining),
        ...(reset === undefined ? {} : { reset: Number(reset) }),
      })
    )
  }

  /**
   * Reads a list, record or answer.
   *
   * @param path below the version, or a URL of the API's response (`next`), with or without the host
   * @throws ApiRefusal for a status of 400 or more
   */
  async get<T>(path: string, query?: QueryValues): Promise<T> {
    let answer = await this.#accepted<T>('GET', path, { query })
    for (let redirects = 0; redirects < MAX_REDIRECTS; redirects++) {
      const { location } = answer.headers
      if (answer.status < 300 || typeof location !== 'string') break
      answer = await this.#accepted<T>('GET', location, {})
    }
    return answer.body
  }

  /** @throws ApiRefusal for a status of 400 or more */
  async post<T>(path: string, body: unknown): Promise<T> {
    return (await this.#accepted<T>('POST', path, { body })).body
  }

  /** @throws ApiRefusal for a status of 400 or more */
  async patch<T>(path: string, body: unknown): Promise<T> {
    return (await this.#accepted<T>('PATCH', path, { body })).body
  }

  /** @throws ApiRefusal for a status of 400 or more */
  async delete(path: string): Promise<void> {
    await this.#accepted('DELETE', path, {})
  }

  async #accepted<T>(method: Method, path: string, request: ApiRequest): Promise<ApiAnswer<T>> {
    const answer = await this.send<T>(method, path, request)
    if (answer.status >= 400) throw refusalOf(answer)
    return answer
  }

  /**
   * Sends a request and returns the response, whatever its status.
   *
   * @throws ToolError when the client has gone
   */
  async send<T>(method: Method, path: string, { query, body }: ApiRequest): Promise<ApiAnswer<T>> {
    const { authorization, origin, address, signal } = this.caller
    const url = this.#urlOf(path, query)
    if (url.length > MAX_URL)
      throw new ToolError(`The query is too long: it has ${url.length} of ${MAX_URL} characters.`)
    if (method === 'GET') this.links.push(origin + url)
    const options: InjectOptions = {
      method,
      url,
      remoteAddress: address,
      headers: {
        authorization,
        host: origin.slice(origin.indexOf('//') + 2),
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      signal,
      validate: false,
    }
    const { statusCode, headers, payload } = await inject(this.dispatch, options).catch(
      (error: unknown) => {
        if (signal.aborted) throw new ToolError('The client closed the connection.')
        throw error
      }
    )
    if (headers.ratelimit) this.#limits = String(headers.ratelimit)
    return { status: statusCode, headers, body: (payload ? JSON.parse(payload) : undefined) as T }
  }

  #urlOf(path: string, query: QueryValues = {}): string {
    const given = pathOf(path)
    if (given.startsWith(OWN_ROOT)) return given
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      for (const each of [value ?? []].flat()) parameters.append(name, String(each))
    const end = parameters.size ? `?${parameters}` : ''
    return `${OWN_ROOT}v4/${path}${end}`
  }
}

/** A URL of the API without scheme and host: callers may use several hosts in turn. */
export function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]+/, '')
}

/** The message for a refused request (tool server, verification 3). */
function refusalOf({ status, body, headers }: ApiAnswer): ApiRefusal {
  const detail = refusalDetail(body)
  const retryAfter = Number(headers['retry-after']) || undefined
  return new ApiRefusal(messageOf(status, detail), status, body, retryAfter)
}

function messageOf(status: number, detail: string): string {
  if (status === 401)
    return `${API_NAME} rejected the request as unauthorized. Your session may have expired; retry to re-authenticate.`
  if (status === 429)
    return `Rate limit exceeded: HTTP 429: ${detail} The tool get_api_usage and the page /profile/api/ show the limits of the account; staff of the server can raise them.`
  return `${API_NAME} API error: HTTP ${status}: ${detail}`
}

/** Why the API refused a request: the sentence of the response, or its errors by field as JSON. */
export function refusalDetail(body: unknown): string {
  const { detail } = (body ?? {}) as { detail?: unknown }
  return typeof detail === 'string' ? detail : JSON.stringify(body ?? null)
}

/** What the API calls itself in messages for AI clients. */
export const API_NAME = 'Curia'
