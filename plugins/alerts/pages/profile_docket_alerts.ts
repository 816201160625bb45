/**
 * The dockets an account follows.
 */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { requireAccount } from '#api/rights'
import { followedDockets } from '../docket_alerts/followed_dockets.js'

const MAX_PAGES = 1000

export async function list(ctx: HttpContext) {
  const { account } = requireAccount(ctx)
  const { order_by: order, page: asked } = ctx.request.qs() as Record<string, unknown>
  const page = Math.min(Math.max(Math.trunc(Number(asked)) || 1, 1), MAX_PAGES)
  const { alerts, sorted, more } = await followedDockets(
    await app.container.make('lucid.db'),
    account.id,
    { order: typeof order === 'string' ? order : '', page }
  )
  return ctx.view.render('alerts::profile_docket_alerts', {
    alerts,
    sorted,
    addressOf: (sort: string, at = 1) =>
      `?${new URLSearchParams({ ...(sort ? { order_by: sort } : {}), ...(at > 1 ? { page: String(at) } : {}) })}`,
    page,
    more: more && page < MAX_PAGES,
  })
}
