import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { VALUE_CODES, VALUATION_METHODS, INCOME_CODES } from './codes.js'
import { disclosureLine } from './disclosure_line.js'

export default disclosureLine({
  path: 'investments',
  table: 'disclosure_investments',
  label: 'Investment',
  description: 'Investments listed in disclosures.',
  fields: {
    page_number: f.integer({ required: true, help: 'Page of the form.' }),
    description: f.text({ help: 'Description.' }),
    redacted: f.boolean({ default: false, help: 'Whether the line seems redacted.' }),
    income_during_reporting_period_code: f.choice(INCOME_CODES, {
      help: 'Income code.',
    }),
    income_during_reporting_period_type: f.text({ help: 'Kind of income.' }),
    gross_value_code: f.choice(VALUE_CODES, { help: 'Gross value code.' }),
    gross_value_method: f.choice(VALUATION_METHODS, { help: 'Valuation method code.' }),
    transaction_during_reporting_period: f.text({ help: 'Kind of transaction.' }),
    transaction_date_raw: f.text({ maxLength: 40, help: 'Transaction date as printed.' }),
    transaction_date: f.date({ nullable: true, help: 'Transaction date.' }),
    transaction_value_code: f.choice(VALUE_CODES, { help: 'Transaction value code.' }),
    transaction_gain_code: f.choice(INCOME_CODES, { help: 'Gain code.' }),
    transaction_partner: f.text({ help: 'Other party.' }),
    has_inferred_values: f.boolean({ default: false, help: 'Whether some values were inferred.' }),
  },
  filters: {
    description: filter.text(),
    gross_value_code: filter.choice(),
    income_during_reporting_period_code: filter.choice(),
    transaction_during_reporting_period: filter.text(),
    transaction_value_code: filter.choice(),
  },
})
