import type { PluginRouteContext } from '#core/define_plugin'
import docketAlertRoutes from './docket_alert_routes.js'
import searchAlertRoutes from './search_alert_routes.js'

export default function routes(context: PluginRouteContext): void {
  searchAlertRoutes(context)
  docketAlertRoutes(context)
}
