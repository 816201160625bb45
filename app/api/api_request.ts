/**
 * One request to the API, as the engine reads it.
 */
import type { HttpContext } from '@adonisjs/core/http'
import type { Catalog, Place } from './catalog.js'
import { Parameters } from './parameters.js'
import { EXPORT_FORMATS, exportFormat, takeRows, type ExportFormat } from './export/format.js'
import { indentOf, negotiate, SUFFIXES, type Format } from './renderers/negotiate.js'
import type { Selection } from './select/selection.js'
import type { Version } from './version.js'
import { origin } from './roots.js'

export class ApiRequest {
  readonly version: Version
  /** What is served where the request went, under the names used there. */
  readonly catalog: Catalog
  readonly parameters: Parameters
  /** Of the answer; JSON for errors of an export. */
  readonly format: Format
  /** Set for a request for the whole result as a file. */
  readonly exported: { format: ExportFormat; rows: number } | undefined
  readonly indent: number

  /**
   * @param suffix format named by the path (`.json`), without its dot
   * @param exports whether the whole result can be had as a file
   * @throws ApiError 404 or 406 when the format cannot be served
   */
  constructor(
    readonly ctx: HttpContext,
    { version, catalog }: Place,
    readonly suffix?: string,
    exports = false
  ) {
    this.version = version
    this.catalog = catalog
    this.parameters = new Parameters(ctx.request.parsedUrl.query ?? '', version)
    const named = suffix ?? this.parameters.get('format')
    const file = exports && !suffix ? exportFormat(named) : undefined
    this.exported = file && { format: file, rows: takeRows(this.parameters.filters) }
    this.format = file
      ? 'json'
      : negotiate(ctx.request, named, exports ? [...SUFFIXES, ...EXPORT_FORMATS] : SUFFIXES)
    this.indent = indentOf(ctx.request)
  }

  get method(): string {
    return this.ctx.request.method()
  }

  /** Account that asks. */
  get viewer(): number | undefined {
    return this.ctx.auth.user?.id
  }

  /** Fields the answer shows: to a caller who may only read, without credentials to write with. */
  get selection(): Selection {
    const selection = this.parameters.selection()
    return this.ctx.auth.readOnly ? selection.withoutCredentials() : selection
  }

  /** What links end with: a slash, or the suffix the request used. */
  get linkEnd(): string {
    return this.suffix ? `.${this.suffix}` : '/'
  }

  /** Address of this request without its parameters. */
  get path(): string {
    return origin(this.ctx) + this.ctx.request.url()
  }

  /** Address of the page with the number of all records. */
  get countAddress(): string {
    return this.path + this.parameters.with({ count: 'on', format: 'api' })
  }

  /** Address of this request, whole. */
  get url(): string {
    return this.path + this.parameters.with({})
  }

  /** Address of the version, with a slash at its end. */
  get base(): string {
    return origin(this.ctx) + this.catalog.resources.root + `${this.version}/`
  }
}
