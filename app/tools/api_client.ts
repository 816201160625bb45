/**
 * An API client for tools. Requests use the caller's credentials and are dispatched in this
 * process without a connection; they go through the router, gate, throttle, and accounting.
 */
import inject, { type DispatchFunc, type InjectOptions } from 'light-my-request'
import { OWN_ROOT } from '#api/roots'
import { ApiRefusal, ToolError } from './tool_error.js'

export interface ApiCaller {
  /** Value of the Authorization header. */
  authorization: string
  /** Scheme and host under which the client reached the server. */
  origin: string
  /** IP address of the client. */
  address: string
  signal: AbortSignal
}

/** A list is sent as a repeated parameter. */
export type QueryValues = Record<string, string | number | boolean | string[] | undefined>

interface ApiRequest {
  query?: QueryValues
  /** Sent as JSON. */
  body?: unknown
}

export interface ApiAnswer<T = unknown> {
  status: number
  /** Parsed JSON; undefined for an empty body. */
  body: T
  headers: Record<string, unknown>
}

/** Maximum URL length, as for requests over a connection. */
const MAX_URL = 60_000

/** Maximum number of redirects followed: merged records redirect to the remaining one. */
const MAX_REDIRECTS = 3

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The remaining part of a limit, from the RateLimit header of a response. */
export interface QuotaLeft {
  /** Scope and window: `user-min`. */
  window: string
  remaining: number
  /** Seconds until capacity is freed. */
  reset?: number
}

export class ApiClient {
  /** URLs of the records and lists that were read. */
  readonly links: string[] = []
  #limits: string | undefined

  /** @param dispatch the HTTP server's request handler */
  constructor(
    readonly dispatch: DispatchFunc,
    readonly caller: ApiCaller
  ) {}

  /** The caller's remaining limits after the last request. */
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
   * Reads a list, a record, or another response.
   *
   * @param path path under the version, or a URL from a response (`next`), with or without the
   *   host
   * @throws ApiRefusal for a status of 400 or higher
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

  /** @throws ApiRefusal for a status of 400 or higher */
  async post<T>(path: string, body: unknown): Promise<T> {
    return (await this.#accepted<T>('POST', path, { body })).body
  }

  /** @throws ApiRefusal for a status of 400 or higher */
  async patch<T>(path: string, body: unknown): Promise<T> {
    return (await this.#accepted<T>('PATCH', path, { body })).body
  }

  /** @throws ApiRefusal for a status of 400 or higher */
  async delete(path: string): Promise<void> {
    await this.#accepted('DELETE', path, {})
  }

  async #accepted<T>(method: Method, path: string, request: ApiRequest): Promise<ApiAnswer<T>> {
    const answer = await this.send<T>(method, path, request)
    if (answer.status >= 400) throw refusalOf(answer)
    return answer
  }

  /**
   * Sends a request and returns the response for any status.
   *
   * @throws ToolError when the client has disconnected
   */
  async send<T>(method: Method, path: string, { query, body }: ApiRequest): Promise<ApiAnswer<T>> {
    const { authorization, origin, address, signal } = this.caller
    const url = this.#urlOf(path, query)
    if (url.length > MAX_URL)
      throw new ToolError(
        `The query is too long: ${url.length} characters. The maximum is ${MAX_URL}.`
      )
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
    const given = toApiPath(path)
    if (given.startsWith(OWN_ROOT)) return given
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      for (const each of [value ?? []].flat()) parameters.append(name, String(each))
    const end = parameters.size ? `?${parameters}` : ''
    return `${OWN_ROOT}v4/${path}${end}`
  }
}

/** Removes scheme and host from a URL, because callers may switch between hosts. */
export function toApiPath(url: string): string {
  return url.replace(/^https?:\/\/[^/]+/, '')
}

/** Creates the error for a rejected request (tool server, verification 3). */
function refusalOf({ status, body, headers }: ApiAnswer): ApiRefusal {
  const detail = refusalDetail(body)
  const retryAfter = Number(headers['retry-after']) || undefined
  return new ApiRefusal(messageOf(status, detail), status, body, retryAfter)
}

function messageOf(status: number, detail: string): string {
  if (status === 401)
    return `${API_NAME} rejected the request as unauthorized. Your session may have expired; retry to re-authenticate.`
  if (status === 429)
    return `Rate limit exceeded: HTTP 429: ${detail} The get_api_usage tool and the page /profile/api/ show the account's limits. Staff of the server can raise them.`
  return `${API_NAME} API error: HTTP ${status}: ${detail}`
}

/** The reason why the API rejected a request: `detail`, or the errors by field as JSON. */
export function refusalDetail(body: unknown): string {
  const { detail } = (body ?? {}) as { detail?: unknown }
  return typeof detail === 'string' ? detail : JSON.stringify(body ?? null)
}

/** Name of the API in messages for AI clients. */
export const API_NAME = 'Curia'
