import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import app from '@adonisjs/core/services/app'
import { requireAccount } from '#api/rights'
import { hasRight } from '#app/accounts/rights'
import { type AdminList, bulkPath, cellText, listActions, type Row } from './admin_list.js'
import { ConsoleRegistry } from '../console_registry.js'
import { isBadPosition, readList } from './read_list.js'
import { Readable } from 'node:stream'
import { CsvWriter } from '#api/export/csv'
import { runInExportQueue } from '#api/export/send_export'
import { EXPORT_TYPES, MAX_ROWS } from '#api/export/format'
import { logFailure } from '#app/database/database_unavailable'
import {
  countRows,
  listQuery,
  getRowPosition,
  readRows,
  type ListDatabase,
  type ListQuery,
} from './list_query.js'
import { cacheControl } from '#app/support/caching'

/** Lists of the staff console. */
@inject()
export default class ListsController {
  constructor(
    private database: Database,
    private console: ConsoleRegistry
  ) {}

  /** The page of a list, or its rows as a file with `format=csv`. */
  async show(ctx: HttpContext) {
    const { database } = this
    const list = this.console.lists.find(({ path }) => path === `${ctx.route!.pattern}/`)!
    const given = await list.load?.(app.container)
    if (ctx.request.qs().format === 'csv') return sendListCsv(ctx, { database, list, given })
    try {
      const { rights } = requireAccount(ctx).account
      const actions = listActions(list).filter(({ right }) => hasRight(rights, right))
      const shown = await readList(database, list, ctx.request.qs(), { given, actions })
      const { query } = ctx.request.parsedUrl
      const bulk = (list.bulk ?? [])
        .filter(({ right }) => hasRight(rights, right))
        .map((action) => ({
          label: action.label,
          path: bulkPath(list, action) + (query && `?${query}`),
        }))
      return await ctx.view.render('console/admin/list', { list, ...shown, bulk })
    } catch (error) {
      if (!isBadPosition(error)) throw error
      return ctx.response.redirect(list.path)
    }
  }
}

/** Rows read at a time; one batch is in memory. */
const BATCH = 500

/**
 * Sends the rows of a list, up to the maximum of an export. Batches are read as the client
 * consumes them.
 */
async function sendListCsv(
  { request, response, logger }: HttpContext,
  { database, list, given }: { database: ListDatabase; list: AdminList; given: unknown }
): Promise<void> {
  const query = listQuery(list, request.qs())
  const total = await runInExportQueue(() => countRows(database, list, query, MAX_ROWS + 1))
  const name = list.path.split('/').filter(Boolean).at(-1)!
  response
    .header('content-type', EXPORT_TYPES.csv)
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', cacheControl('own'))
    .header('curia-export-rows', String(Math.min(total, MAX_ROWS)))
  if (total > MAX_ROWS) response.header('curia-export-cut', String(MAX_ROWS))
  response.stream(Readable.from(linesOf(database, list, query, given)), (error) => {
    logFailure(logger, error, 'could not read all rows of a list', { path: list.path })
    return ['The list could not be read completely.', 500]
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
    const position = last && getRowPosition(last, false)
    const rows = await runInExportQueue(() => readRows(database, list, query, { position, limit }))
    if (rows.length) yield rows.map((row) => csv.line(recordOf(list, row, given))).join('')
    if (rows.length < limit) return
    sent += rows.length
    last = rows.at(-1)
  }
}

function recordOf({ columns }: AdminList, row: Row, given: unknown): Record<string, string> {
  return Object.fromEntries(columns.map(({ label, cell }) => [label, cellText(cell(row, given))]))
}
