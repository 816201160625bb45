/** A request to the API. */
import type { HttpContext } from '@adonisjs/core/http'
import type { Catalog, Place } from './catalog.js'
import { Parameters } from './parameters.js'
import {
  EXPORT_FORMATS,
  exportFormat,
  extractRowLimit,
  type ExportFormat,
} from './export/format.js'
import { parseJsonIndent, negotiate, SUFFIXES, type Format } from './renderers/negotiate.js'
import type { Selection } from './select/selection.js'
import type { Version } from './version.js'
import { origin } from './roots.js'

export class ApiRequest {
  readonly version: Version
  /** The catalog of the requested root. */
  readonly catalog: Catalog
  readonly parameters: Parameters
  /** Format of the response; JSON for errors of an export. */
  readonly format: Format
  /** Set if the request exports the whole result as a file. */
  readonly exported: { format: ExportFormat; rows: number } | undefined
  readonly indent: number

  /**
   * @param suffix format from the path (`.json`), without the dot
   * @param exports whether the result can be exported as a file
   * @throws ApiError 404 or 406 if the format isn't available
   */
  constructor(
    readonly ctx: HttpContext,
    { version, catalog, mediaType }: Place,
    readonly suffix?: string,
    exports = false
  ) {
    this.version = version
    this.catalog = catalog
    this.parameters = new Parameters(ctx.request.parsedUrl.query ?? '', version)
    const named = suffix ?? this.parameters.get('format')
    const file = exports && !suffix ? exportFormat(named) : undefined
    this.exported = file && { format: file, rows: extractRowLimit(this.parameters.filters) }
    this.format = file
      ? 'json'
      : negotiate(ctx.request, named, {
          known: exports ? [...SUFFIXES, ...EXPORT_FORMATS] : SUFFIXES,
          mediaType,
        })
    this.indent = parseJsonIndent(ctx.request)
  }

  get method(): string {
    return this.ctx.request.method()
  }

  /** ID of the caller's account. */
  get viewer(): number | undefined {
    return this.ctx.auth.user?.id
  }

  /** The fields to return. Callers with read-only access don't get credentials. */
  get selection(): Selection {
    const selection = this.parameters.selection()
    return this.ctx.auth.readOnly ? selection.withoutCredentials() : selection
  }

  /** End of the links in the response: a slash, or the suffix of the request. */
  get linkEnd(): string {
    return this.suffix ? `.${this.suffix}` : '/'
  }

  /** URL of this request without parameters. */
  get path(): string {
    return origin(this.ctx) + this.ctx.request.url()
  }

  /** URL of the page with the total number of records. */
  get countAddress(): string {
    return this.path + this.parameters.with({ count: 'on', format: 'api' })
  }

  /** URL of this request. */
  get url(): string {
    return this.path + this.parameters.with({})
  }

  /** URL of the version, with a trailing slash. */
  get base(): string {
    return origin(this.ctx) + this.catalog.resources.root + `${this.version}/`
  }
}
