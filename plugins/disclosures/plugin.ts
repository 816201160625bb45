import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'disclosures',
  description: 'Financial disclosures of judges and their contents.',
  requires: ['people'],
  resources: [
    () => import('./resources/financial_disclosure.js'),
    () => import('./resources/lines.js'),
  ],
  routes: () => import('./pages/routes.js'),
  bulk: [() => import('./bulk/tables.js')],
  register(host) {
    host.holding({
      label: 'Disclosures',
      resource: 'financial-disclosures',
      path: '/api/rest/v4/financial-disclosures/?format=api',
    })
  },
})
