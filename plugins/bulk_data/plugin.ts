import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'bulk_data',
  description: 'Imports the public bulk-data files.',
  prepare: () => import('./prepare.js'),
  admin: [() => import('./admin/imports.js')],
  health: [() => import('./admin/health.js')],
  commands: [() => import('./commands/bulk_import.js')],
  docs: ['bulk-data'],
  register(host) {
    host.scratchTables('bulk_staging_')
  },
})
