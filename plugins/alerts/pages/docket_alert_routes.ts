/**
 * Pages of docket alerts: those of their owners, the button on the pages of
 * dockets, and links that need no log-in.
 */
import type { PluginRouteContext } from '#core/define_plugin'
import { loadButton, newAlert, toggle, toggleAppeals } from './docket_alert_button.js'
import { change, confirm, oneClick } from './docket_alert_links.js'
import { list } from './profile_docket_alerts.js'

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
