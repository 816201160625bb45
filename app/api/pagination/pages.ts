/** Reads a page of a list, by cursor or number. */
import type { Reader, Row } from '#app/database/reader'
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'
import type { ApiRequest } from '../api_request.js'
import type { FilterTree } from '../filters/parse.js'
import { requireRelatedRecords } from '../filters/related_keys.js'
import type { Ordering } from '../ordering.js'
import { ROW, type QueryCompiler } from '../query.js'
import type { Resource } from '../resource.js'
import { decodeCursor, encodeCursor, type Cursor } from './cursor.js'
import { formatDeepPagingHint, pageCount, pageSize, readPage, checkPageDepth } from './page.js'

export interface Page {
  /** JSON text. */
  documents: string[]
  /** Keys of the documents. */
  keys: string[]
  /**
   * In v4 the URL that returns the number of rows, in v3 the number (architecture, Open points
   * decided).
   */
  count: string | number
  next: string | null
  previous: string | null
}

export class Pages {
  constructor(
    readonly resource: Resource,
    readonly services: { compiler: QueryCompiler; reader: Reader }
  ) {}

  /**
   * @throws ApiError 404 for a page or cursor that doesn't exist, 400 for related records that
   * don't exist
   */
  async read(request: ApiRequest, filters: FilterTree, ordering: Ordering): Promise<Page> {
    const page = await this.#page(request, filters, ordering)
    const { reader } = this.services
    const rows = page.documents.length
    await requireRelatedRecords(filters, { rows, reader, viewer: request.viewer })
    return page
  }

  #page(request: ApiRequest, filters: FilterTree, ordering: Ordering): Promise<Page> {
    if (ordering.cursor) return this.#byCursor(request, filters, ordering)
    return request.version === 'v3'
      ? this.#byNumberCounted(request, filters, ordering)
      : this.#byNumber(request, filters, ordering)
  }

  /**
   * The number of rows that match the filters.
   *
   * @throws ApiError 400 for related records that don't exist
   */
  async count(filters: FilterTree, viewer: number | undefined): Promise<number> {
    const { statement, values } = this.services.compiler.count(this.resource, filters, viewer)
    const [row] = await this.services.reader.rows(statement, values)
    const count = Number(row![0])
    await requireRelatedRecords(filters, { rows: count, reader: this.services.reader, viewer })
    return count
  }

  /** Reads one row more than the page size, to determine whether there is another page. */
  async #byCursor(request: ApiRequest, filters: FilterTree, ordering: Ordering): Promise<Page> {
    const { parameters } = request
    const size = pageSize(this.resource, request.parameters.get('page_size'))
    const order = ordering.cursor!
    // Without a value, it means the first page, as for `page`.
    const given = parameters.get('cursor')?.trim()
    const cursor = given ? decodeCursor(this.resource, order, given) : undefined

    const rows = await this.#rows(request, filters, ordering, { cursor, limit: size + 1 })
    const more = rows.length > size
    const shown = rows.slice(0, size)
    if (cursor?.backwards) shown.reverse()

    const at = (row: Row, backwards: boolean): string => {
      const target: Cursor = { backwards, position: row[ROW.position]!, key: row[ROW.key]! }
      return request.path + parameters.with({ cursor: encodeCursor(order, target) })
    }
    const hasNext = cursor?.backwards ? true : more
    const hasPrevious = cursor?.backwards ? more : cursor !== undefined
    return {
      ...documentsOf(shown),
      count: countAddress(request),
      next: hasNext && shown.length ? at(shown.at(-1)!, false) : null,
      previous: hasPrevious && shown.length ? at(shown[0]!, true) : null,
    }
  }

  /**
   * Counts only for the last page. Otherwise reads one row more than the page size, to
   * determine whether there is another page.
   */
  async #byNumber(request: ApiRequest, filters: FilterTree, ordering: Ordering): Promise<Page> {
    const size = pageSize(this.resource, request.parameters.get('page_size'))
    const instead = formatDeepPagingHint(this.resource, request.version)
    const asked = readPage(request.parameters.get('page'), instead)
    const number =
      asked === 'last' ? pageCount(await this.count(filters, request.viewer), size) : asked
    checkPageDepth(number, instead)
    const rows = await this.#rows(request, filters, ordering, {
      limit: size + 1,
      offset: (number - 1) * size,
    })
    if (!rows.length && number > 1) throw ApiError.detail(API_ERRORS.invalid_page, 'Invalid page.')
    return {
      ...documentsOf(rows.slice(0, size)),
      count: countAddress(request),
      next: rows.length > size ? pageAddress(request, number + 1) : null,
      previous: number > 1 ? pageAddress(request, number - 1) : null,
    }
  }

  async #byNumberCounted(
    request: ApiRequest,
    filters: FilterTree,
    ordering: Ordering
  ): Promise<Page> {
    const size = pageSize(this.resource, request.parameters.get('page_size'))
    const instead = formatDeepPagingHint(this.resource, request.version)
    const asked = readPage(request.parameters.get('page'), instead)
    const counting = this.count(filters, request.viewer)
    // Awaited below; an error must not be reported twice.
    counting.catch(() => {})

    const number = asked === 'last' ? pageCount(await counting, size) : asked
    checkPageDepth(number, instead)
    const rows = await this.#rows(request, filters, ordering, {
      limit: size,
      offset: (number - 1) * size,
    })
    const total = await counting
    const pages = pageCount(total, size)
    if (number > pages) throw ApiError.detail(API_ERRORS.invalid_page, 'Invalid page.')

    return {
      ...documentsOf(rows),
      count: total,
      next: number < pages ? pageAddress(request, number + 1) : null,
      previous: number > 1 ? pageAddress(request, number - 1) : null,
    }
  }

  #rows(
    request: ApiRequest,
    filters: FilterTree,
    ordering: Ordering,
    window: { cursor?: Cursor; limit: number; offset?: number }
  ): Promise<Row[]> {
    const { statement, values } = this.services.compiler.list(this.resource, {
      viewer: request.viewer,
      base: request.base,
      suffix: request.linkEnd,
      selection: request.selection,
      filters,
      ordering,
      ...window,
    })
    return this.services.reader.rows(statement, values)
  }
}

function documentsOf(rows: Row[]): Pick<Page, 'documents' | 'keys'> {
  return {
    documents: rows.map((row) => row[ROW.document]!),
    keys: rows.map((row) => row[ROW.key]!),
  }
}

function countAddress({ path, parameters }: ApiRequest): string {
  return path + parameters.with({ count: 'on' })
}

/** The URL of the first page has no page number. */
function pageAddress({ path, parameters }: ApiRequest, page: number): string {
  return path + parameters.with({ page: page === 1 ? undefined : String(page) })
}
