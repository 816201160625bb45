/** Reads records in the form of API responses, for pages of this server. */
import type { Reader, Row } from '#app/database/reader'
import { parseFilters } from './filters/parse.js'
import { parseOrdering } from './ordering.js'
import { getQueryCompiler, ROW, type QueryCompiler, type ListQuery } from './query.js'
import type { ResourceRegistry } from './registry.js'
import type { Resource } from './resource.js'
import { Selection } from './select/selection.js'
import { retryConflicts } from '#app/database/retry_conflicts'
import type { Cursor } from './pagination/cursor.js'

/** URLs of records are paths on this server. */
const BASE = '/api/rest/v4/'

export type ShownRecord = Record<string, unknown> & { id: number | string }

export interface ListOptions {
  /** As in `order_by`. */
  order?: string
  fields?: string
  omit?: string
  /** Names as in `include`. */
  include?: readonly string[]
  limit?: number
  /** ID of the viewer's account; undefined for anonymous requests. */
  viewer?: number
}

/** A reader of the archive or of a transaction (`transactionReader`). */
type RowReader = Pick<Reader, 'rows'>

export class Records<R extends RowReader = Reader> {
  readonly #compiler: QueryCompiler

  constructor(
    readonly registry: ResourceRegistry,
    readonly reader: R
  ) {
    this.#compiler = getQueryCompiler(registry)
  }

  /**
   * A record; undefined if it doesn't exist or isn't visible to the viewer.
   *
   * @param include names as in `include`
   */
  async find(
    path: string,
    key: string,
    viewer?: number,
    include: readonly string[] = []
  ): Promise<ShownRecord | undefined> {
    const resource = this.registry.get(path)
    if (resource.key.type === 'integer' && !/^\d{1,18}$/.test(key)) return undefined
    const { statement, values } = this.#compiler.detail(resource, key, {
      viewer,
      base: BASE,
      suffix: '/',
      selection: Selection.parse(undefined, undefined, [], include),
      filters: parseFilters(resource, new Map()).tree,
    })
    const [row] = await this.reader.rows(statement, values)
    return row && (JSON.parse(row[ROW.document]!) as ShownRecord)
  }

  /**
   * Records by key, as JSON text, for API responses that contain them.
   *
   * @param at URL of the version, end of links, and optionally `fields`
   * @returns the existing records by key
   */
  async documents(
    resource: Resource,
    keys: readonly string[],
    { viewer, fields, ...at }: { base: string; suffix: string; viewer?: number; fields?: string }
  ): Promise<Map<string, string>> {
    if (!keys.length) return new Map()
    const { statement, values } = this.#compiler.byKeys(resource, keys, {
      ...at,
      viewer,
      selection: Selection.parse(fields, undefined),
      filters: parseFilters(resource, new Map()).tree,
    })
    const rows = await this.reader.rows(statement, values)
    return new Map(rows.map((row) => [row[ROW.key]!, row[ROW.document]!]))
  }

  /** The records that match filters, which are named as in request parameters. */
  async list(
    path: string,
    filters: Record<string, string>,
    { order, fields, omit, include, limit = 100, viewer }: ListOptions = {}
  ): Promise<ShownRecord[]> {
    const resource = this.registry.get(path)
    const { statement, values } = this.#compiler.list(resource, {
      viewer,
      base: BASE,
      suffix: '/',
      selection: Selection.parse(fields, omit, [], include),
      filters: parseFilters(
        resource,
        new Map(Object.entries(filters).map(([name, value]) => [name, [value]]))
      ).tree,
      ordering: parseOrdering(resource, order, 'v4'),
      limit,
    })
    const rows = await this.reader.rows(statement, values)
    return rows.map((row) => JSON.parse(row[ROW.document]!) as ShownRecord)
  }

  /** All records of an account in an owned resource, in batches of JSON text. */
  ownedBy(resource: Resource, viewer: number): AsyncIterable<string[]> {
    const selection = Selection.parse(undefined, undefined, [], resource.includedWrites)
    return listBatches({ compiler: this.#compiler, reader: this.reader }, resource, {
      viewer,
      ownOnly: true,
      base: BASE,
      suffix: '/',
      selection: selection.withoutCredentials(),
      filters: parseFilters(resource, new Map()).tree,
      ordering: parseOrdering(resource, undefined, 'v4'),
    })
  }
}

/** Rows per batch, which is kept in memory. */
const BATCH = 100
/** Rows per batch without a cursor; each batch also reads all rows before it. */
const NUMBERED_BATCH = 250

/**
 * Reads a whole list in batches.
 *
 * @param most maximum number of rows
 * @returns JSON text of the rows
 */
export async function* listBatches(
  { compiler, reader }: { compiler: QueryCompiler; reader: Pick<Reader, 'rows'> },
  resource: Resource,
  query: Omit<ListQuery, 'limit' | 'cursor' | 'offset'>,
  most = Infinity
): AsyncIterable<string[]> {
  const size = query.ordering.cursor ? BATCH : NUMBERED_BATCH
  let cursor: Cursor | undefined
  for (let read = 0; read < most;) {
    const limit = Math.min(size, most - read)
    const { statement, values } = compiler.list(resource, {
      ...query,
      limit,
      ...(query.ordering.cursor ? { cursor } : { offset: read }),
    })
    const rows: Row[] = await retryConflicts(() => reader.rows(statement, values))
    if (rows.length) yield rows.map((row) => row[ROW.document]!)
    if (rows.length < limit) return
    read += rows.length
    const last = rows.at(-1)!
    cursor = { backwards: false, position: last[ROW.position]!, key: last[ROW.key]! }
  }
}
