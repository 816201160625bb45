import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { disclosureLine } from './disclosure_line.js'

export default disclosureLine({
  path: 'non-investment-incomes',
  table: 'disclosure_non_investment_incomes',
  label: 'NonInvestmentIncome',
  description: 'Income listed in disclosures other than from investments.',
  fields: {
    date_raw: f.text({ help: 'Date as printed.' }),
    source_type: f.text({ help: 'Source of the income.' }),
    income_amount: f.text({ help: 'Amount as printed.' }),
  },
  filters: {
    date_raw: filter.text(),
    source_type: filter.text(),
    income_amount: filter.text(),
  },
})
