import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'bulk_data',
  description: 'Imports the public bulk-data files, and exports the archive in their format.',
  settings: () => import('./settings.js'),
  prepare: () => import('./prepare.js'),
  admin: [() => import('./admin/imports.js')],
  health: [() => import('./admin/health.js')],
  commands: [() => import('./commands/bulk_import.js'), () => import('./commands/bulk_export.js')],
  docs: ['bulk-data'],
  routes: () => import('./pages/routes.js'),
  jobs: [() => import('./export/job.js')],
  register(host) {
    host.scratchTables('bulk_staging_')
  },
})
