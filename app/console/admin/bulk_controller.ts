import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { AccountError } from '#app/accounts/errors'
import { ConsoleRegistry } from '../console_registry.js'
import { notify } from '../forms.js'
import { bulkPath, type AdminList, type BulkAction } from './admin_list.js'
import { countRows, keptParameters, listQuery, readRows } from './list_query.js'
import { readList } from './read_list.js'

/** Rows that are shown and changed at once. */
const MOST = 200
const MOST_COUNTED = 10_000
/** Prefix of the names of the checkboxes, before the key of a row. */
const CHOICE = 'row-'

/** Actions on several rows of a list: the page to select them, and the change. */
@inject()
export default class BulkController {
  constructor(
    private database: Database,
    private console: ConsoleRegistry
  ) {}

  async show(ctx: HttpContext) {
    const { list, action } = this.#find(ctx)
    const parameters = { ...ctx.request.qs(), at: undefined }
    const { where } = action
    const { query: sent } = ctx.request.parsedUrl
    const given = await list.load?.(app.container)
    const shown = await readList(this.database, list, parameters, { given, size: MOST, where })
    const query = listQuery(list, parameters, where)
    const total = await countRows(this.database, list, query, MOST_COUNTED)
    return ctx.view.render('console/admin/bulk', {
      ...{ list, action, rows: shown.rows, total, choice: CHOICE },
      headings: [
        { label: 'Selected' },
        ...list.columns.map(({ label, number }) => ({ label, number })),
      ],
      isCut: total > MOST,
      isMore: total === MOST_COUNTED,
      back: listAddress(list, parameters),
      send: bulkPath(list, action) + (sent && `?${sent}`),
    })
  }

  /** Rows that changed since the page was shown stay unchanged. */
  async apply(ctx: HttpContext) {
    const { list, action } = this.#find(ctx)
    const keys = Object.keys(ctx.request.body())
      .filter((name) => name.startsWith(CHOICE))
      .map((name) => name.slice(CHOICE.length))
      .slice(0, MOST)
    const query = listQuery(list, ctx.request.qs(), action.where)
    query.conditions.push(`${list.key}::text = ANY (?)`)
    query.values.push(keys)
    const rows = keys.length ? await readRows(this.database, list, query, { limit: MOST }) : []
    let changed = 0
    for (const row of rows) {
      try {
        if (await action.apply(ctx, String(row.list_key), row)) changed++
      } catch (error) {
        if (!(error instanceof AccountError)) throw error
      }
    }
    notify(ctx, outcome(action, keys.length, changed))
    return ctx.response.redirect(listAddress(list, ctx.request.qs()))
  }

  #find({ route }: HttpContext): { list: AdminList; action: BulkAction } {
    for (const list of this.console.lists) {
      const action = list.bulk?.find((one) => bulkPath(list, one) === `${route!.pattern}/`)
      if (action) return { list, action }
    }
    throw new Error(`no list has an action at ${route!.pattern}`)
  }
}

function listAddress(list: AdminList, parameters: Record<string, unknown>): string {
  const search = new URLSearchParams(keptParameters(listQuery(list, parameters))).toString()
  return list.path + (search ? `?${search}` : '')
}

function outcome({ label }: BulkAction, selected: number, changed: number): string {
  if (!selected) return `${label}: you selected no rows.`
  const rest = selected - changed
  return `${label}: ${changed} of ${selected} done.${rest ? ' The others had changed in the meantime.' : ''}`
}
