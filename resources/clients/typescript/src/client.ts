/** The client. */
import createClient, { type Client } from 'openapi-fetch'
import { CuriaError } from './errors.js'
import { withRetries, type RetryOptions } from './retries.js'
import type { paths } from './schema.js'
import type {
  Change,
  Changed,
  ChangePath,
  Created,
  CreatePath,
  Creation,
  DeletePath,
  Filters,
  ListPath,
  Page,
  RecordAt,
  RecordPath,
  RecordQuery,
  Row,
  SearchQuery,
  SearchResults,
  SearchType,
} from './types.js'

export interface CuriaOptions extends RetryOptions {
  /** URL of the server, such as `https://curia.example.org`. */
  url: string
  /** API token of an account. Without it, requests are anonymous. */
  token?: string
  /** OAuth access token, in place of `token`. */
  accessToken?: string
  /** Root of the API below the URL; `/api/rest/v4` by default. */
  root?: string
  /** Sends requests; the global `fetch` by default. */
  fetch?: typeof fetch
}

export interface RequestOptions {
  signal?: AbortSignal
  /** Key under which a POST is repeated at most once. A random one by default. */
  idempotencyKey?: string
}

/** Values of parameters. Lists are joined with commas. */
type Parameters = Record<string, unknown>

export class Curia {
  /** The generated client, for everything that this class has no method for. */
  readonly api: Client<paths>
  readonly #base: string
  readonly #headers: Record<string, string>
  readonly #send: (request: Request) => Promise<Response>

  constructor({ url, token, accessToken, root = '/api/rest/v4', ...options }: CuriaOptions) {
    this.#base = url.replace(/\/+$/, '') + root.replace(/\/+$/, '')
    this.#headers = {
      // Errors as problem documents, with a code and a hint.
      accept: 'application/json, application/problem+json',
      ...(token ? { authorization: `Token ${token}` } : {}),
      ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
    }
    this.#send = withRetries(options.fetch ?? ((...given) => globalThis.fetch(...given)), options)
    this.api = createClient<paths>({
      baseUrl: this.#base,
      headers: this.#headers,
      fetch: this.#send,
      querySerializer: serialized,
    })
  }

  /** All records of a list, page by page as they are read. */
  async *list<P extends ListPath>(
    path: P,
    filters?: Filters<P>,
    options?: RequestOptions
  ): AsyncGenerator<Row<P>, void, undefined> {
    for await (const { results } of this.pages(path, filters, options)) yield* results
  }

  /** All pages of a list. */
  async *pages<P extends ListPath>(
    path: P,
    filters?: Filters<P>,
    options?: RequestOptions
  ): AsyncGenerator<Page<Row<P>>, void, undefined> {
    let url: string | undefined = this.#url(path, filters)
    while (url !== undefined) {
      const page: Page<Row<P>> = await this.#json(url, 'GET', { options })
      yield page
      url = this.#nextUrl(path, page)
    }
  }

  /** The first page of a list. */
  async page<P extends ListPath>(
    path: P,
    filters?: Filters<P>,
    options?: RequestOptions
  ): Promise<Page<Row<P>>> {
    return this.#json(this.#url(path, filters), 'GET', { options })
  }

  /** The first record of a list; undefined if the list is empty. */
  async first<P extends ListPath>(
    path: P,
    filters?: Filters<P>,
    options?: RequestOptions
  ): Promise<Row<P> | undefined> {
    return (await this.page(path, filters, options)).results[0]
  }

  /** The number of records of a list. */
  async count<P extends ListPath>(
    path: P,
    filters?: Filters<P>,
    options?: RequestOptions
  ): Promise<number> {
    const url = this.#url(path, { ...filters, count: 'on' })
    return (await this.#json<{ count: number }>(url, 'GET', { options })).count
  }

  /**
   * One record.
   *
   * @throws CuriaError 404 if there is no record with this ID
   */
  async get<P extends RecordPath>(
    path: P,
    id: number | string,
    query?: RecordQuery<P>,
    options?: RequestOptions
  ): Promise<RecordAt<P>> {
    return this.#json(this.#url(withId(path, id), query), 'GET', { options })
  }

  /** Results of a search, page by page as they are read. */
  async *search<T extends SearchType>(
    type: T,
    query: SearchQuery,
    options?: RequestOptions
  ): AsyncGenerator<SearchResults[T], void, undefined> {
    let url: string | undefined = this.#url('/search/', { ...query, type })
    while (url !== undefined) {
      const page: Page<SearchResults[T]> = await this.#json(url, 'GET', { options })
      yield* page.results
      url = this.#nextUrl('/search/', page)
    }
  }

  /** Creates a record, or sends another POST. Retries don't create a second record. */
  async create<P extends CreatePath>(
    path: P,
    body: Creation<P>,
    options?: RequestOptions
  ): Promise<Created<P>> {
    return this.#json(this.#url(path), 'POST', { body, options })
  }

  /** Changes the given fields of a record. */
  async update<P extends ChangePath>(
    path: P,
    id: number | string,
    body: Change<P>,
    options?: RequestOptions
  ): Promise<Changed<P>> {
    return this.#json(this.#url(withId(path, id)), 'PATCH', { body, options })
  }

  /** Deletes a record. */
  async delete<P extends DeletePath>(
    path: P,
    id: number | string,
    options?: RequestOptions
  ): Promise<void> {
    await this.#json(this.#url(withId(path, id)), 'DELETE', { options })
  }

  /**
   * Uploads a file.
   *
   * @param fields fields of the upload; values that are undefined or null are left out
   */
  async upload<P extends CreatePath>(
    path: P,
    { file, ...fields }: Parameters & { file: Blob },
    { name = 'filepath_local', ...options }: RequestOptions & { name?: string } = {}
  ): Promise<Created<P>> {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields))
      if (value !== undefined && value !== null) form.append(field, String(value))
    form.append(name, file)
    return this.#json(this.#url(path), 'POST', { form, options })
  }

  #url(path: string, query: object = {}): string {
    const parameters = serialized(query as Parameters)
    return this.#base + path + (parameters && `?${parameters}`)
  }

  /** The token is sent to the configured server only, whatever host the link has. */
  #nextUrl(path: string, { next }: Page<unknown>): string | undefined {
    return next ? this.#base + path + new URL(next, this.#base).search : undefined
  }

  async #json<T>(
    url: string,
    method: string,
    { body, form, options = {} }: { body?: unknown; form?: FormData; options?: RequestOptions }
  ): Promise<T> {
    const { signal, idempotencyKey = crypto.randomUUID() } = options
    const response = await this.#send(
      new Request(url, {
        method,
        headers: {
          ...this.#headers,
          ...(method === 'POST' ? { 'idempotency-key': idempotencyKey } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
        ...(signal ? { signal } : {}),
      })
    )
    const text = await response.text()
    const parsed: unknown = text && isJson(response) ? JSON.parse(text) : undefined
    if (!response.ok) throw new CuriaError(response, parsed)
    return parsed as T
  }
}

function isJson(response: Response): boolean {
  return /\bjson\b/.test(response.headers.get('content-type') ?? '')
}

function withId(path: string, id: number | string): string {
  return path.replace('{id}', encodeURIComponent(id))
}

/** Lists are joined with commas, and the members of `related` are separate parameters. */
function serialized(query: Parameters): string {
  const pairs: [string, string][] = []
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) pairs.push([name, value.join(',')])
    else if (typeof value === 'object')
      for (const [member, inner] of Object.entries(value)) pairs.push([member, String(inner)])
    else pairs.push([name, String(value)])
  }
  return new URLSearchParams(pairs).toString()
}
