import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { disclosureLine } from './disclosure_line.js'

export default disclosureLine({
  path: 'spouse-incomes',
  table: 'disclosure_spouse_incomes',
  label: 'SpouseIncome',
  description: 'Income of the spouse listed in disclosures.',
  fields: {
    source_type: f.text({ help: 'Source of the income.' }),
    date_raw: f.text({ help: 'Date as printed.' }),
  },
  filters: {
    date_raw: filter.text(),
    source_type: filter.text(),
  },
})
