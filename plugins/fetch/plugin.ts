import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'fetch',
  description: 'Fetching dockets and documents from the federal court system.',
  requires: ['case_law', 'federal_records', 'webhooks'],
  settings: () => import('./settings.js'),
})
