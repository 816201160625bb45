import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'disclosures',
  description: 'Financial disclosures of judges and everything they list.',
  requires: ['people'],
  holdings: [
    {
      label: 'Disclosures',
      resource: 'financial-disclosures',
      path: '/api/rest/v4/financial-disclosures/?format=api',
    },
  ],
  resources: [
    () => import('./resources/financial_disclosure.js'),
    () => import('./resources/lines.js'),
  ],
  routes: () => import('./pages/routes.js'),
  bulk: [() => import('./bulk/tables.js')],
})
