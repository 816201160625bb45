import { definePlugin } from '#core/define_plugin'
import { MANAGE_RIGHT } from './rights.js'

export default definePlugin({
  name: 'fetch',
  description: 'Fetches dockets and documents from the federal court system.',
  requires: ['case_law', 'federal_records', 'webhooks'],
  rights: { [MANAGE_RIGHT]: 'View fetch requests and pause courts.' },
  scopes: {
    fetch: {
      rates: ['30/min'],
      description: 'Requests to fetch from the court system.',
      reported: true,
      overridable: true,
    },
  },
  auditSentences: {
    'fetch.pause': 'paused fetching from {subject}',
    'fetch.resume': 'resumed fetching from {subject}',
    'fetch.restricted': 'fetched a restricted document ({subject})',
  },
  settings: () => import('./settings.js'),
  resources: [() => import('./resources/archive_fetch.js')],
  jobs: [() => import('./jobs.js')],
  webhooks: [() => import('./webhooks/events.js')],
  profileMenu: [{ section: 'Court records', label: 'Fetch', path: '/fetch/' }],
  routes: () => import('./pages/routes.js'),
  publicNames: [() => import('./public_names.js')],
  admin: [() => import('./admin/lists.js')],
  health: [() => import('./admin/health.js')],
  tools: [() => import('./tools/fetch_status.js')],
  errors: [() => import('./errors.js')],
  docs: ['fetching', 'registry-client'],
  commands: [() => import('./commands/registry_check.js')],
  register(host) {
    host.optionalPart({
      name: 'Fetching from the court system',
      adds: "Buys dockets and documents with your users' credentials",
      setting: 'REGISTRY=on',
      page: '/docs/registry-client/',
    })
  },
})
