import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'bulk_data',
  description: 'Imports the public bulk-data files, and exports the archive in their format.',
  settings: () => import('./settings.js'),
  prepare: () => import('./prepare.js'),
  admin: [() => import('./admin/imports.js')],
  health: [() => import('./admin/health.js')],
  commands: [() => import('./commands/bulk_import.js'), () => import('./commands/bulk_export.js')],
  docs: ['bulk-data', 'bulk-downloads'],
  routes: () => import('./pages/routes.js'),
  jobs: [() => import('./export/job.js')],
  register(host) {
    host.taskCard({
      label: 'Download bulk data',
      path: '/bulk-data/',
      text: 'Get all records of this archive as CSV files.',
      isOnHomePage: true,
      isEnabled: async () => (await import('./settings.js')).default.downloads,
    })
    host.scratchTables('bulk_staging_')
  },
})
