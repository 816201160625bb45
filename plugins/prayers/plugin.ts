import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'prayers',
  description: "Prayers: requests for documents that aren't in the archive yet.",
  requires: ['case_law', 'federal_records', 'fetch', 'tags', 'webhooks'],
  rights: { 'prayers.view': 'View prayers of all accounts.' },
  resources: [() => import('./resources/prayer.js')],
  profileMenu: [
    { section: 'Court records', label: 'Document requests', path: '/profile/prayers/' },
  ],
  routes: () => import('./pages/routes.js'),
  consumers: [() => import('./processing/consumer.js')],
  jobs: [() => import('./jobs.js')],
  admin: [() => import('./admin/lists.js')],
  health: [() => import('./admin/health.js')],
  webhooks: [() => import('./webhooks/events.js')],
  demo: () => import('./demo.js'),
  docs: ['prayers'],
})
