/**
 * A list of the staff console as one file, with the filters and the order of
 * its page.
 */
import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { CsvWriter } from '#api/export/csv'
import { inTurn } from '#api/export/export_turns'
import { EXPORT_TYPES, MAX_ROWS } from '#api/export/format'
import { logFailure } from '#app/database/database_away'
import { cellText, type AdminList, type Row } from './admin_list.js'
import {
  countRows,
  listQuery,
  positionOf,
  readRows,
  type ListDatabase,
  type ListQuery,
} from './list_query.js'
import { cacheControl } from '#app/support/caching'

/** Rows read together; those of one batch are in memory. */
const BATCH = 500

/** Answers with the rows of a list, up to the most an export has. Batches are read as the client takes them. */
export async function sendListCsv(
  { request, response, logger }: HttpContext,
  { database, list, given }: { database: ListDatabase; list: AdminList; given: unknown }
): Promise<void> {
  const query = listQuery(list, request.qs())
  const total = await inTurn(() => countRows(database, list, query, MAX_ROWS + 1))
  const name = list.path.split('/').filter(Boolean).at(-1)!
  response
    .header('content-type', EXPORT_TYPES.csv)
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', cacheControl('own'))
    .header('curia-export-rows', String(Math.min(total, MAX_ROWS)))
  if (total > MAX_ROWS) response.header('curia-export-cut', String(MAX_ROWS))
  response.stream(Readable.from(linesOf(database, list, query, given)), (error) => {
    logFailure(logger, error, 'a list ended early', { path: list.path })
    return ['The list could not be read to its end.', 500]
  })
}

async function* linesOf(
  database: ListDatabase,
  list: AdminList,
  query: ListQuery,
  given: unknown
): AsyncIterable<string> {
  const csv = new CsvWriter(list.columns.map(({ label }) => ({ name: label })))
  yield csv.header()
  let last: Row | undefined
  for (let sent = 0; sent < MAX_ROWS;) {
    const limit = Math.min(BATCH, MAX_ROWS - sent)
    const position = last && positionOf(last, false)
    const rows = await inTurn(() => readRows(database, list, query, { position, limit }))
    if (rows.length) yield rows.map((row) => csv.line(recordOf(list, row, given))).join('')
    if (rows.length < limit) return
    sent += rows.length
    last = rows.at(-1)
  }
}

function recordOf({ columns }: AdminList, row: Row, given: unknown): Record<string, string> {
  return Object.fromEntries(columns.map(({ label, cell }) => [label, cellText(cell(row, given))]))
}
