import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'alerts',
  description: 'Search alerts and docket alerts, by email and webhook.',
  requires: ['case_law', 'federal_records', 'oral_arguments', 'search', 'webhooks'],
  rights: {
    'unlimited_search_alerts': 'Create an unlimited number of search alerts.',
    'unlimited_docket_alerts': 'Follow an unlimited number of dockets.',
    'alerts.view': 'View alerts of all accounts, without their queries and notes.',
  },
  settings: () => import('./settings.js'),
  scopes: {
    alerts: {
      rates: [],
      description:
        'POST, PUT, and PATCH requests to search alerts, for accounts with custom rates.',
      overridable: true,
    },
  },
  resources: [
    () => import('./resources/search_alert.js'),
    () => import('./resources/docket_alert.js'),
  ],
  profileMenu: [
    { section: 'Research', label: 'Search alerts', path: '/profile/alerts/' },
    { section: 'Research', label: 'Docket alerts', path: '/profile/docket-alerts/' },
  ],
  routes: () => import('./pages/routes.js'),
  publishes: ['search_alerts'],
  prepare: () => import('./matching/initialize_position.js'),
  consumers: [() => import('./matching/consumer.js'), () => import('./docket_alerts/consumer.js')],
  jobs: [
    () => import('./delivery/jobs.js'),
    () => import('./matching/sweep_job.js'),
    () => import('./docket_alerts/jobs.js'),
  ],
  tools: [() => import('./tools/alert_tools.js')],
  admin: [() => import('./admin/lists.js')],
  health: [() => import('./admin/health.js')],
  webhooks: [() => import('./webhooks/events.js')],
  demo: () => import('./demo.js'),
  errors: [() => import('./errors.js')],
  docs: ['alerts', 'docket-alerts'],
  register(host) {
    host.taskCard({
      label: 'Follow a docket',
      path: '/profile/docket-alerts/',
      text: 'Get an email when a federal case has new entries.',
      isOnHomePage: true,
    })
    host.taskCard({
      label: 'Follow a search',
      path: '/profile/alerts/',
      text: 'Get an email when new records match a search.',
    })
    host.quota('real_time_alerts', { description: 'Real-time search alerts.', free: 0 })
    host.quota('scheduled_alerts', {
      description: 'Daily, weekly, and monthly search alerts.',
      free: 5,
    })
    host.quota('docket_alerts', {
      description: 'Dockets followed on pages and by links.',
      free: 5,
      members: Infinity,
    })
    host.searchActions(() => import('./pages/search_actions.js'))
    host.searchParts(() => import('./pages/search_parts.js'))
  },
})
