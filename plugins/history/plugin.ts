import { definePlugin } from '#core/define_plugin'
import { findHistoryPath } from './records/history_fields.js'

export default definePlugin({
  name: 'history',
  description: 'Earlier versions of records: what changed, when, and by what.',
  settings: () => import('./settings.js'),
  prepare: () => import('./prepare.js'),
  routes: () => import('./pages/routes.js'),
  jobs: [() => import('./jobs.js')],
  docs: ['history'],
  register(host) {
    // The importer of the sample archive runs before triggers exist.
    host.loadAfter('bulk_data')
    host.triggers(() => import('./prepare.js'))
    host.recordEndpoint(() => import('./endpoints/history.js'))
    host.recordLink({ label: 'History', path: findHistoryPath })
    host.optionalPart({
      name: 'History of records',
      adds: 'Stores the earlier values of changed records',
      setting: 'HISTORY_DAYS',
      page: '/docs/history/',
    })
  },
})
