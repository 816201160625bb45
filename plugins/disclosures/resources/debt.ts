import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { VALUE_CODES } from './codes.js'
import { disclosureLine } from './disclosure_line.js'

export default disclosureLine({
  path: 'debts',
  table: 'disclosure_debts',
  label: 'Debt',
  description: 'Debts listed in disclosures.',
  fields: {
    creditor_name: f.text({ help: 'Creditor.' }),
    description: f.text({ help: 'Description.' }),
    value_code: f.choice(VALUE_CODES, { help: 'Value code.' }),
  },
  filters: {
    creditor_name: filter.text(),
    description: filter.text(),
    value_code: filter.choice(),
  },
})
