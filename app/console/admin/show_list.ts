import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import type { AdminList } from './admin_list.js'
import { isBadPosition, readList } from './read_list.js'

/** The page of a list. */
export async function showList(ctx: HttpContext, list: AdminList) {
  const database = await app.container.make('lucid.db')
  try {
    const shown = await readList(database, list, ctx.request.qs())
    return await ctx.view.render('console/admin/list', { list, ...shown })
  } catch (error) {
    if (!isBadPosition(error)) throw error
    return ctx.response.redirect(list.path)
  }
}
