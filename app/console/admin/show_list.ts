import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { requireAccount } from '#api/rights'
import { holds } from '#app/accounts/rights'
import type { AdminList } from './admin_list.js'
import { sendListCsv } from './list_csv.js'
import { isBadPosition, readList } from './read_list.js'

/** The page of a list, or with `format=csv` its rows as a file. */
export async function showList(ctx: HttpContext, list: AdminList) {
  const database = await app.container.make('lucid.db')
  const given = await list.load?.(app.container)
  if (ctx.request.qs().format === 'csv') return sendListCsv(ctx, { database, list, given })
  try {
    const shown = await readList(database, list, ctx.request.qs(), given)
    const { rights } = requireAccount(ctx).account
    const acts = list.action && holds(rights, list.action.right)
    return await ctx.view.render('console/admin/list', { list, acts, ...shown })
  } catch (error) {
    if (!isBadPosition(error)) throw error
    return ctx.response.redirect(list.path)
  }
}
