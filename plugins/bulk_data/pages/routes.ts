import type { PluginRouteContext } from '#core/define_plugin'

const ExportsController = () => import('./exports_controller.js')

export default function routes({ router }: PluginRouteContext): void {
  router.get('/bulk-data', [ExportsController, 'index']).as('bulk_data')
  router.get('/bulk-data/:name', [ExportsController, 'show']).as('bulk_data.export')
  router.get('/bulk-data/:name/:file', [ExportsController, 'download']).as('bulk_data.file')
}
