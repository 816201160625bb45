/**
 * A list as one file.
 */
import type { Reader, Row } from '#app/database/reader'
import type { ApiRequest } from '../api_request.js'
import type { FilterTree } from '../filters/parse.js'
import type { Ordering } from '../ordering.js'
import type { Cursor } from '../pagination/cursor.js'
import { ROW, type QueryCompiler } from '../query.js'
import type { Resource } from '../resource.js'
import { columnsOf } from './columns.js'
import { inTurn } from './export_turns.js'
import type { Export } from './send_export.js'

/** Rows read together; those of one batch are in memory. */
const BATCH = 100
/** The same for orderings without a cursor, whose batches each read all rows before them. */
const NUMBERED_BATCH = 250

interface ExportedList {
  resource: Resource
  filters: FilterTree
  ordering: Ordering
  headers: Record<string, string>
}

/** Counts the rows, up to the most that are sent, and says how to read them. */
export async function exportOfList(
  request: ApiRequest,
  list: ExportedList,
  services: { compiler: QueryCompiler; reader: Reader }
): Promise<Export> {
  const { resource, filters, headers } = list
  const { compiler, reader } = services
  const { rows } = request.exported!
  const { statement, values } = compiler.count(resource, filters, request.viewer, rows + 1)
  const [counted] = await inTurn(() => reader.rows(statement, values))
  return {
    name: resource.path,
    columns: columnsOf(resource, request.parameters.selection()),
    total: Number(counted![0]),
    rows,
    pageSize: resource.pageSize,
    batches: batchesOf(request, list, services),
    allow: resource.allow('list'),
    headers,
  }
}

async function* batchesOf(
  request: ApiRequest,
  { resource, filters, ordering }: ExportedList,
  { compiler, reader }: { compiler: QueryCompiler; reader: Reader }
): AsyncIterable<string[]> {
  const { rows: most } = request.exported!
  const size = ordering.cursor ? BATCH : NUMBERED_BATCH
  let cursor: Cursor | undefined
  for (let sent = 0; sent < most;) {
    const limit = Math.min(size, most - sent)
    const { statement, values } = compiler.list(resource, {
      viewer: request.viewer,
      base: request.base,
      suffix: '/',
      selection: request.parameters.selection(),
      filters,
      ordering,
      limit,
      ...(ordering.cursor ? { cursor } : { offset: sent }),
    })
    const rows: Row[] = await reader.rows(statement, values)
    if (rows.length) yield rows.map((row) => row[ROW.document]!)
    if (rows.length < limit) return
    sent += rows.length
    const last = rows.at(-1)!
    cursor = { backwards: false, position: last[ROW.position]!, key: last[ROW.key]! }
  }
}
