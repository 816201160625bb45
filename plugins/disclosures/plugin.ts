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
    () => import('./resources/investment.js'),
    () => import('./resources/disclosure_position.js'),
    () => import('./resources/agreement.js'),
    () => import('./resources/non_investment_income.js'),
    () => import('./resources/spouse_income.js'),
    () => import('./resources/reimbursement.js'),
    () => import('./resources/gift.js'),
    () => import('./resources/debt.js'),
  ],
  routes: () => import('./pages/routes.js'),
  bulk: [() => import('./bulk/tables.js')],
})
