/** Handles requests for a resource: list, record, metadata, and writes. */
import type { HttpContext } from '@adonisjs/core/http'
import { buildSampleHeader, type SampleRecords } from './sample_records.js'
import type { Reader } from '#app/database/reader'
import { readFromReplicas } from '#app/database/replicas/routed_reader'
import { answerHeaders } from './answer_headers.js'
import { ApiError } from '#app/support/api_error'
import { ApiRequest } from './api_request.js'
import type { Catalog, Place } from './catalog.js'
import { CheckedNames } from './checked_names.js'
import { exportOfList } from './export/list_export.js'
import { sendExport } from './export/send_export.js'
import type { FilterTree } from './filters/parse.js'
import type { Gate } from './gate.js'
import { formatResourceTitle } from './labels.js'
import { metadata } from './metadata.js'
import { parseOrdering } from './ordering.js'
import { missingRecord } from './missing_record.js'
import { Pages } from './pagination/pages.js'
import { ROW } from './query.js'
import type { RecordChanges } from './record_changes.js'
import { Records } from './records.js'
import type { Resource } from './resource.js'
import { methodNotAllowed, notFound } from './errors.js'
import { formatIgnoredWarning, linkHeader, respond, buildWarningHeader } from './respond.js'
import { listForm } from './renderers/list_form.js'
import { buildListForms, loadRecordForms } from './renderers/own_forms.js'
import { WriteRequests, type WriteServices } from './writes/write_requests.js'
import type { Version } from './version.js'

export interface EndpointServices extends WriteServices {
  catalog: Catalog
  gate: Gate
  reader: Reader
  samples: SampleRecords
  changes: RecordChanges
}

/** Methods of a list under a record. */
const READS = 'GET, HEAD, OPTIONS'

export class Endpoint {
  readonly #pages: Pages
  readonly #writes: WriteRequests
  readonly #place: Place
  readonly #checked: CheckedNames

  constructor(
    readonly resource: Resource,
    readonly version: Version,
    readonly services: EndpointServices
  ) {
    this.#place = { version, catalog: services.catalog }
    this.#checked = new CheckedNames(resource, version, services)
    this.#pages = new Pages(resource, services)
    this.#writes = new WriteRequests(resource, services)
  }

  /**
   * Responds to a request for the list.
   *
   * @param suffix format from the path, without the dot
   * @param above key of the parent record, for lists declared in `below`
   */
  async list(ctx: HttpContext, suffix?: string, above?: string): Promise<void> {
    const isRead = ctx.request.method() === 'GET' || ctx.request.method() === 'HEAD'
    const request = new ApiRequest(ctx, this.#place, suffix, isRead && this.version === 'v4')
    if (above !== undefined) return this.#listBelow(request, above)
    switch (request.method) {
      case 'GET':
      case 'HEAD':
        await this.#guard(request)
        return readFromReplicas(request.viewer?.toString(), () => this.#sendList(request))
      case 'OPTIONS':
        return this.#sendMetadata(request, 'list')
      case 'POST':
        if (this.resource.writes.includes('create')) return this.#create(request)
    }
    throw methodNotAllowed(request.method, this.resource.allow('list'))
  }

  /** Responds to a request for one record. */
  async detail(ctx: HttpContext, segment: string): Promise<void> {
    const [, key, suffix] = /^(.*?)(?:\.([a-z0-9]+))?$/s.exec(segment)!
    const request = new ApiRequest(ctx, this.#place, suffix)
    if (!this.resource.methods('detail').includes(request.method)) {
      throw methodNotAllowed(request.method, this.resource.allow('detail'))
    }
    if (request.method === 'OPTIONS') return this.#sendMetadata(request, 'detail')

    await this.#guard(request)
    this.#checkKey(key!)
    if (request.method === 'GET' || request.method === 'HEAD')
      return readFromReplicas(request.viewer?.toString(), () => this.#sendRecord(request, key!))
    if (request.method === 'DELETE') return this.#destroy(request, key!)
    return this.#update(request, key!, request.method === 'PATCH')
  }

  /** Reads only; records are created in the main list. */
  async #listBelow(request: ApiRequest, key: string): Promise<void> {
    if (request.method === 'OPTIONS') return this.#sendMetadata(request, 'list')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw methodNotAllowed(request.method, READS)
    const { resource, filter, parameters = {} } = this.resource.below!
    const { filters } = request.parameters
    if (filters.has(filter))
      throw new ApiError(400, { [filter]: ['The URL already sets this filter. Remove it.'] })
    await this.#guard(request)
    const registry = this.services.compiler.registry
    if (!(await new Records(registry, this.services.reader).find(resource, key, request.viewer)))
      throw notFound(registry.get(resource))
    for (const [name, value] of Object.entries({ ...parameters, [filter]: key }))
      filters.set(name, [value])
    return this.#sendList(request)
  }

  async #sendList(request: ApiRequest): Promise<void> {
    const { parameters } = request
    const { filters, headers } = this.#checked.filters(request)
    const ordering = parseOrdering(this.resource, parameters.get('order_by'), this.version)

    if (request.exported) {
      const list = { resource: this.resource, filters, ordering, headers }
      return sendExport(request, await exportOfList(request, list, this.services), {
        gate: this.services.gate,
        access: this.resource.access,
      })
    }
    if (this.version === 'v4' && parameters.get('count') === 'on') {
      return this.#sendCount(request, filters, headers)
    }
    const { documents, keys, count, next, previous } = await this.#pages.read(
      request,
      filters,
      ordering
    )
    const sample = buildSampleHeader(await this.services.samples.of(this.resource.table), keys)
    await respond(request, {
      json:
        `{"count":${JSON.stringify(count)},"next":${JSON.stringify(next)},` +
        `"previous":${JSON.stringify(previous)},"results":[${documents.join(',')}]}`,
      allow: this.resource.allow('list'),
      headers: { ...headers, ...sample, ...linkHeader(next, previous) },
      page: () => ({
        title: `${formatResourceTitle(this.resource.label)} list`,
        trail: this.#trail(request),
        links: { next, previous },
        ...(this.version === 'v4'
          ? { form: listForm(this.resource, parameters), count: request.countAddress }
          : {}),
        write: buildListForms(request, this.resource),
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
      json: `{"count":${await this.#pages.count(filters, request.viewer)}}`,
      allow: this.resource.allow('list'),
      headers,
      page: () => ({
        title: `${formatResourceTitle(this.resource.label)} count`,
        trail: this.#trail(request),
      }),
    })
  }

  async #sendRecord(request: ApiRequest, key: string): Promise<void> {
    const { filters, headers } = this.#checked.filters(request)
    const json = await this.#document(request, key, filters)
    const { reader, samples } = this.services
    const sample = buildSampleHeader(await samples.of(this.resource.table), [key])
    const write = await loadRecordForms(request, this.resource, { key, json, reader })
    await respond(request, {
      json,
      allow: this.resource.allow('detail'),
      headers: { ...headers, ...sample },
      conditional: true,
      page: () => ({
        title: `${formatResourceTitle(this.resource.label)} ${key}`,
        trail: this.#trail(request, key),
        metadata: metadata(this.resource, 'detail', this.services.compiler.registry),
        write,
      }),
    })
  }

  async #document(request: ApiRequest, key: string, filters: FilterTree): Promise<string> {
    const { statement, values } = this.services.compiler.detail(this.resource, key, {
      viewer: request.viewer,
      base: request.base,
      suffix: request.linkEnd,
      selection: request.selection,
      filters,
    })
    const [row] = await this.services.reader.rows(statement, values)
    if (row) return row[ROW.document]!
    const { reader, changes } = this.services
    const buildRecordUrl = (other: string) => this.#urlOf(request, other)
    await this.resource.missing?.({ key, reader, buildRecordUrl })
    throw await missingRecord(this.resource, key, {
      reader,
      changes,
      viewer: request.viewer,
      buildRecordUrl,
    })
  }

  async #sendMetadata(request: ApiRequest, target: 'list' | 'detail'): Promise<void> {
    const body = metadata(this.resource, target, this.services.compiler.registry)
    await respond(request, {
      json: JSON.stringify(body),
      allow: this.resource.allow(target),
      conditional: true,
      page: () => ({
        title: `${formatResourceTitle(this.resource.label)} options`,
        trail: this.#trail(request),
      }),
    })
  }

  async #create(request: ApiRequest): Promise<void> {
    this.#checked.unsupported(request)
    const { key, json, repeated, headers, ignored = [] } = await this.#writes.create(request)
    await respond(request, {
      status: 201,
      json,
      allow: this.resource.allow('list'),
      headers: {
        // Several records have no common URL.
        ...(key ? { location: this.#urlOf(request, key) } : {}),
        ...(repeated ? { 'idempotent-replayed': 'true' } : {}),
        ...headers,
        ...this.#writeWarnings(request, ignored),
      },
      page: () => ({
        title: `${formatResourceTitle(this.resource.label)} ${key || 'list'}`,
        trail: this.#trail(request, key || undefined),
      }),
    })
  }

  async #update(request: ApiRequest, key: string, partial: boolean): Promise<void> {
    this.#checked.unsupported(request)
    const { json, ignored = [] } = await this.#writes.update(request, key, partial)
    await respond(request, {
      json,
      allow: this.resource.allow('detail'),
      headers: this.#writeWarnings(request, ignored),
      page: () => ({
        title: `${formatResourceTitle(this.resource.label)} ${key}`,
        trail: this.#trail(request, key),
      }),
    })
  }

  /** @param ignored names in the body that aren't fields */
  #writeWarnings(request: ApiRequest, ignored: string[]): Record<string, string> {
    return buildWarningHeader(
      formatIgnoredWarning(ignored, 'fields of the body'),
      this.#checked.ignoredFields(request)
    )
  }

  async #destroy(request: ApiRequest, key: string): Promise<void> {
    await this.#writes.destroy(request, key)
    const { response } = request.ctx
    const headers = answerHeaders(request.ctx, { allow: this.resource.allow('detail') })
    for (const [name, value] of Object.entries(headers)) response.header(name, value)
    response.status(204).send(null)
  }

  async #guard({ ctx, parameters: { filters } }: ApiRequest): Promise<void> {
    await this.resource.guard?.({ ctx, filters })
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

  #trail(request: ApiRequest, key?: string): { label: string; url: string }[] {
    const list = `${request.base}${this.resource.path}/`
    return [
      { label: `API ${this.version}`, url: request.base },
      { label: this.resource.path, url: list },
      ...(key === undefined ? [] : [{ label: key, url: `${list}${encodeURIComponent(key)}/` }]),
    ]
  }
}
