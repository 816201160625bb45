import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'fetch',
  description: 'Fetching dockets and documents from the federal court system.',
  requires: ['case_law', 'federal_records', 'webhooks'],
  scopes: {
    fetch: {
      rates: ['30/min'],
      description: 'Requests to fetch from the court system.',
      reported: true,
      overridable: true,
    },
  },
  settings: () => import('./settings.js'),
  resources: [() => import('./resources/archive_fetch.js')],
  publicNames: [() => import('./public_names.js')],
  errors: [() => import('./errors.js')],
  docs: ['simulated-courts'],
  commands: [() => import('./commands/registry_simulate.js')],
})
