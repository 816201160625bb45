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
  publishes: [
    'financial_disclosures',
    { table: 'disclosure_investments', key: 'financial_disclosure_id' },
    { table: 'disclosure_positions', key: 'financial_disclosure_id' },
    { table: 'disclosure_agreements', key: 'financial_disclosure_id' },
    { table: 'disclosure_non_investment_incomes', key: 'financial_disclosure_id' },
    { table: 'disclosure_spouse_incomes', key: 'financial_disclosure_id' },
    { table: 'disclosure_reimbursements', key: 'financial_disclosure_id' },
    { table: 'disclosure_gifts', key: 'financial_disclosure_id' },
    { table: 'disclosure_debts', key: 'financial_disclosure_id' },
  ],
  register(host) {
    host.holding({
      label: 'Disclosures',
      resource: 'financial-disclosures',
      path: '/api/rest/v4/financial-disclosures/?format=api',
    })
  },
})
