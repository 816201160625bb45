/**
 * The HTTP side of a resource: list, record, metadata and writes.
 */
import type { HttpContext } from '@adonisjs/core/http'
import type { Reader } from '#app/database/reader'
import { ApiError } from './api_error.js'
import { ApiRequest } from './api_request.js'
import type { Version } from './define_resource.js'
import { parseFilters, unknownParameters, type FilterTree } from './filters/parse.js'
import { metadata } from './metadata.js'
import { parseOrdering, type Ordering } from './ordering.js'
import { decodeCursor, encodeCursor, type Cursor } from './pagination/cursor.js'
import { pageCount, readPage, refuseDeep } from './pagination/page.js'
import { CONTROLS } from './parameters.js'
import { ROW, type QueryCompiler } from './query.js'
import type { Resource } from './resource.js'
import { linkHeader, respond } from './respond.js'
import type { Writer } from './writes/writer.js'

export interface EndpointServices {
  compiler: QueryCompiler
  reader: Reader
  writer: Writer
}

export interface Page {
  documents: string[]
  count: string | number
  next: string | null
  previous: string | null
}

export class Endpoint {
  constructor(
    readonly resource: Resource,
    readonly version: Version,
    readonly services: EndpointServices
  ) {}

  /** Answers a request for the list. */
  async list(ctx: HttpContext, suffix?: string): Promise<void> {
    if (redirectedToSlash(ctx, suffix)) return
    const request = new ApiRequest(ctx, this.version, suffix)
    switch (request.method) {
      case 'GET':
      case 'HEAD':
        return this.#sendList(request)
      case 'OPTIONS':
        return this.#sendMetadata(request, 'list')
      case 'POST':
        if (this.resource.writes.includes('create')) return this.#create(request)
    }
    throw methodNotAllowed(request.method, this.resource.allow('list'))
  }

  /** Answers a request for one record. */
  async detail(ctx: HttpContext, segment: string): Promise<void> {
    const [, key, suffix] = /^(.*?)(?:\.([a-z0-9]+))?$/.exec(segment)!
    if (redirectedToSlash(ctx, suffix)) return
    const request = new ApiRequest(ctx, this.version, suffix)
    if (!this.resource.methods('detail').includes(request.method)) {
      throw methodNotAllowed(request.method, this.resource.allow('detail'))
    }
    if (request.method === 'OPTIONS') return this.#sendMetadata(request, 'detail')

    this.#checkKey(key!)
    if (request.method === 'GET' || request.method === 'HEAD')
      return this.#sendRecord(request, key!)
    if (request.method === 'DELETE') return this.#destroy(request, key!)
    return this.#update(request, key!, request.method === 'PATCH')
  }

  async #sendList(request: ApiRequest): Promise<void> {
    const { parameters } = request
    const { filters, headers } = this.#filters(request)
    const ordering = parseOrdering(this.resource, parameters.get('order_by'), this.version)

    if (this.version === 'v4' && parameters.get('count') === 'on') {
      return this.#sendCount(request, filters, headers)
    }
    const page = ordering.cursor
      ? await this.#cursorPage(request, filters, ordering)
      : await this.#numberedPage(request, filters, ordering)

    const { documents, count, next, previous } = page
    await respond(request, {
      json:
        `{"count":${JSON.stringify(count)},"next":${JSON.stringify(next)},` +
        `"previous":${JSON.stringify(previous)},"results":[${documents.join(',')}]}`,
      allow: this.resource.allow('list'),
      headers: { ...headers, ...linkHeader(next, previous) },
      page: () => ({
        title: `${this.resource.label} list`,
        trail: this.#trail(request),
        links: { next, previous },
        metadata: metadata(this.resource, 'list', this.services.compiler.registry),
      }),
    })
  }

  async #sendCount(
    request: ApiRequest,
    filters: FilterTree,
    headers: Record<string, string>
  ): Promise<void> {
    await respond(request, {
      json: `{"count":${await this.#count(filters)}}`,
      allow: this.resource.allow('list'),
      headers,
      page: () => ({ title: `${this.resource.label} count`, trail: this.#trail(request) }),
    })
  }

  async #count(filters: FilterTree): Promise<number> {
    const { statement, values } = this.services.compiler.count(this.resource, filters)
    const [row] = await this.services.reader.rows(statement, values)
    return Number(row![0])
  }

  /** One row more than the page holds tells whether another page follows. */
  async #cursorPage(request: ApiRequest, filters: FilterTree, ordering: Ordering): Promise<Page> {
    const { parameters } = request
    const size = this.resource.pageSize
    const order = ordering.cursor!
    const given = parameters.get('cursor')
    const cursor = given === undefined ? undefined : decodeCursor(this.resource, order, given)

    const rows = await this.#rows(request, filters, ordering, { cursor, limit: size + 1 })
    const more = rows.length > size
    const shown = rows.slice(0, size)
    if (cursor?.backwards) shown.reverse()

    const at = (row: (string | null)[], backwards: boolean): string => {
      const target: Cursor = { backwards, position: row[ROW.position]!, key: row[ROW.key]! }
      return request.path + parameters.with({ cursor: encodeCursor(order, target) })
    }
    const hasNext = cursor?.backwards ? true : more
    const hasPrevious = cursor?.backwards ? more : cursor !== undefined
    return {
      documents: shown.map((row) => row[ROW.document]!),
      count: request.path + parameters.with({ count: 'on' }),
      next: hasNext && shown.length ? at(shown.at(-1)!, false) : null,
      previous: hasPrevious && shown.length ? at(shown[0]!, true) : null,
    }
  }

  async #numberedPage(request: ApiRequest, filters: FilterTree, ordering: Ordering): Promise<Page> {
    const { parameters } = request
    const size = this.resource.pageSize
    const asked = readPage(parameters.get('page'))
    const counting = this.#count(filters)
    // Awaited below; a failure there must not be reported twice.
    counting.catch(() => {})

    const number = asked === 'last' ? pageCount(await counting, size) : asked
    refuseDeep(number)
    const rows = await this.#rows(request, filters, ordering, {
      limit: size,
      offset: (number - 1) * size,
    })
    const total = await counting
    const pages = pageCount(total, size)
    if (number > pages) throw ApiError.detail(404, 'Invalid page.')

    const to = (page: number) =>
      request.path + parameters.with({ page: page === 1 ? undefined : String(page) })
    return {
      documents: rows.map((row) => row[ROW.document]!),
      count: total,
      next: number < pages ? to(number + 1) : null,
      previous: number > 1 ? to(number - 1) : null,
    }
  }

  #rows(
    request: ApiRequest,
    filters: FilterTree,
    ordering: Ordering,
    window: { cursor?: Cursor; limit: number; offset?: number }
  ) {
    const { statement, values } = this.services.compiler.list(this.resource, {
      base: request.base,
      suffix: request.linkEnd,
      selection: request.parameters.selection(),
      filters,
      ordering,
      ...window,
    })
    return this.services.reader.rows(statement, values)
  }

  async #sendRecord(request: ApiRequest, key: string): Promise<void> {
    const { filters, headers } = this.#filters(request)
    await respond(request, {
      json: await this.#document(request, key, filters),
      allow: this.resource.allow('detail'),
      headers,
      conditional: true,
      page: () => ({
        title: `${this.resource.label} ${key}`,
        trail: this.#trail(request, key),
        metadata: metadata(this.resource, 'detail', this.services.compiler.registry),
      }),
    })
  }

  async #document(request: ApiRequest, key: string, filters: FilterTree): Promise<string> {
    const { statement, values } = this.services.compiler.detail(this.resource, key, {
      base: request.base,
      suffix: request.linkEnd,
      selection: request.parameters.selection(),
      filters,
    })
    const [row] = await this.services.reader.rows(statement, values)
    if (row) return row[ROW.document]!
    await this.resource.missing?.({
      key,
      reader: this.services.reader,
      urlOf: (other) => this.#urlOf(request, other),
    })
    throw this.#notFound()
  }

  async #sendMetadata(request: ApiRequest, target: 'list' | 'detail'): Promise<void> {
    const body = metadata(this.resource, target, this.services.compiler.registry)
    await respond(request, {
      json: JSON.stringify(body),
      allow: this.resource.allow(target),
      conditional: true,
      page: () => ({ title: `${this.resource.label} options`, trail: this.#trail(request) }),
    })
  }

  async #create(request: ApiRequest): Promise<void> {
    const key = await this.services.writer.create(this.resource, request.ctx)
    const json = await this.#written(request, key)
    await respond(request, {
      status: 201,
      json,
      allow: this.resource.allow('list'),
      headers: { location: this.#urlOf(request, key) },
      page: () => ({ title: `${this.resource.label} ${key}`, trail: this.#trail(request, key) }),
    })
  }

  async #update(request: ApiRequest, key: string, partial: boolean): Promise<void> {
    if (!(await this.services.writer.update(this.resource, key, partial, request.ctx)))
      throw this.#notFound()
    await respond(request, {
      json: await this.#written(request, key),
      allow: this.resource.allow('detail'),
      page: () => ({ title: `${this.resource.label} ${key}`, trail: this.#trail(request, key) }),
    })
  }

  async #destroy(request: ApiRequest, key: string): Promise<void> {
    if (!(await this.services.writer.destroy(this.resource, key))) throw this.#notFound()
    request.ctx.response.header('allow', this.resource.allow('detail')).status(204).send(null)
  }

  #written(request: ApiRequest, key: string): Promise<string> {
    return this.#document(request, key, { table: this.resource, terms: [], related: new Map() })
  }

  /** The request's filters; names that are none stop v4 and earn v3 a warning (RFC 7234, 5.5). */
  #filters(request: ApiRequest): { filters: FilterTree; headers: Record<string, string> } {
    const { tree, unknown } = parseFilters(this.resource, request.parameters.filters)
    if (!unknown.length) return { filters: tree, headers: {} }
    if (this.version === 'v4') throw unknownParameters(this.resource, unknown, [...CONTROLS])
    const names = unknown.map((name) => encodeURIComponent(name)).join(', ')
    return {
      filters: tree,
      headers: { warning: `299 - "Ignored, as no filters: ${names.slice(0, 500)}"` },
    }
  }

  #checkKey(key: string): void {
    const fits =
      this.resource.key.type === 'string'
        ? key !== '' && !key.includes('\0')
        : /^\d{1,18}$/.test(key)
    if (!fits) throw ApiError.detail(404, 'Not found.')
  }

  #urlOf(request: ApiRequest, key: string): string {
    return `${request.base}${this.resource.path}/${encodeURIComponent(key)}${request.linkEnd}`
  }

  #notFound(): ApiError {
    return ApiError.detail(404, `No ${this.resource.label} matches the given query.`)
  }

  #trail(request: ApiRequest, key?: string): { label: string; url: string }[] {
    const list = `${request.base}${this.resource.path}/`
    return [
      { label: `API ${this.version}`, url: request.base },
      { label: this.resource.path, url: list },
      ...(key === undefined ? [] : [{ label: key, url: `${list}${encodeURIComponent(key)}/` }]),
    ]
  }
}

/** Addresses end with a slash; reads without one are sent there, parameters kept. */
export function redirectedToSlash(
  { request, response }: HttpContext,
  suffix: string | undefined
): boolean {
  if (
    suffix !== undefined ||
    request.url().endsWith('/') ||
    !['GET', 'HEAD'].includes(request.method())
  )
    return false
  const { query } = request.parsedUrl
  response
    .status(301)
    .header('location', `${request.url()}/${query ? `?${query}` : ''}`)
    .send('')
  return true
}

export function methodNotAllowed(method: string, allow: string): ApiError {
  return ApiError.detail(405, `Method "${method}" not allowed.`, { allow })
}
