/**
 * Pages of docket alerts: those of their owners, the button on the pages of
 * dockets, and links that need no log-in.
 */
import type { PluginRouteContext } from '#core/define_plugin'
import { loadButton, newAlert, toggle, toggleAppeals } from './docket_alert_button.js'
import { change, confirm, oneClick } from './docket_alert_links.js'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { requireAccount } from '#api/rights'
import { followedDockets } from '../docket_alerts/dockets.js'

export default function docketAlertRoutes({ router, pages, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/profile/docket-alerts', list).as('docket_alerts')
      router.get('/alert/docket/new', newAlert).as('docket_alerts.new')
      router.post('/alert/docket/toggle', toggle).as('docket_alerts.toggle')
      router.post('/alert/docket/appeals', toggleAppeals).as('docket_alerts.appeals')
    })
    .use(sessions.signedIn)

  // The key is all they need: there is no session, and so none to be misused.
  for (const action of ['subscribe', 'unsubscribe'] as const) {
    const pattern = `/alert/docket/${action}/:key`
    router.get(pattern, (ctx) => confirm(ctx, pages, action)).as(`docket_alerts.${action}`)
    router.post(pattern, (ctx) => change(ctx, pages, action)).as(`docket_alerts.${action}.store`)
  }
  router
    .post('/alert/docket/one-click-unsubscribe/:key', (ctx) => oneClick(ctx, pages))
    .as('docket_alerts.one_click')
  pages.addSection('dockets', { view: 'alerts::docket_button', load: loadButton })
}

const MAX_PAGES = 1000

/**
 * The dockets an account follows.
 */
async function list(ctx: HttpContext) {
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
