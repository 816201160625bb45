import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { is } from '#api/filters/kinds'

export default defineResource({
  path: 'non-investment-incomes',
  table: 'disclosure_non_investment_incomes',
  label: 'NonInvestmentIncome',
  description: 'Income other than from investments listed in disclosures.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    date_created: f.created(),
    date_modified: f.modified(),
    date_raw: f.text({ help: 'Date as printed.' }),
    source_type: f.text({ help: 'Source of the income.' }),
    income_amount: f.text({ help: 'Amount as printed.' }),
    redacted: f.boolean({ default: false, help: 'Whether the line seems redacted.' }),
    financial_disclosure: f.link('financial-disclosures', {
      required: true,
      help: 'Disclosure the row belongs to.',
    }),
  },
  filters: {
    id: is.number(),
    date_created: is.datetime(),
    date_modified: is.datetime(),
    redacted: is.boolean(),
    date_raw: is.text(),
    source_type: is.text(),
    income_amount: is.text(),
    financial_disclosure: is.related(),
  },
  ordering: ['id', 'date_created', 'date_modified'],
  cursor: ['id', 'date_created', 'date_modified'],
})
