import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'prayers',
  description: 'Prayers: requests of accounts for documents the archive does not have yet.',
  requires: ['federal_records', 'tags'],
  resources: [() => import('./resources/prayer.js')],
  routes: () => import('./pages/routes.js'),
  followers: [() => import('./grants/follower.js')],
  jobs: [() => import('./jobs.js')],
  webhooks: [() => import('./webhooks/events.js')],
})
