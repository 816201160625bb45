import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'alerts',
  description: 'Alerts for dockets, by mail and by webhook.',
  requires: ['case_law', 'federal_records'],
  resources: [() => import('./resources/docket_alert.js')],
  routes: () => import('./pages/routes.js'),
  followers: [() => import('./docket_alerts/follower.js')],
  jobs: [() => import('./docket_alerts/jobs.js')],
  webhooks: [() => import('./webhooks/docket_events.js')],
})
