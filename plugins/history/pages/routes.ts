/** The history of a record, for staff. */
import type { PluginRouteContext } from '#core/define_plugin'

const History = () => import('./history_controller.js')

export default function routes({ router, sessions }: PluginRouteContext): void {
  router
    .get('/admin/records/:resource/:key/history', [History, 'show'])
    .as('records.history')
    .use(sessions.signedIn)
}
