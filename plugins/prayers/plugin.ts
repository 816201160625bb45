import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'prayers',
  description: 'Prayers: requests of accounts for documents the archive does not have yet.',
  requires: ['case_law', 'federal_records', 'fetch', 'tags', 'webhooks'],
  rights: { 'prayers.view': 'See the prayers of accounts.' },
  resources: [() => import('./resources/prayer.js')],
  profileMenu: [{ section: 'Court records', label: 'Prayers', path: '/profile/prayers/' }],
  routes: () => import('./pages/routes.js'),
  consumers: [() => import('./grants/consumer.js')],
  jobs: [() => import('./jobs.js')],
  admin: [() => import('./admin/lists.js')],
  health: [() => import('./admin/health.js')],
  webhooks: [() => import('./webhooks/events.js')],
  demo: () => import('./demo.js'),
  docs: ['prayers'],
})
