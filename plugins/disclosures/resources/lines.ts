import { defineResource, type ResourceDefinition } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { VALUE_CODES, VALUATION_METHODS, INCOME_CODES } from './codes.js'

/** Declares the resource of one table of the form, with the fields and filters all tables share. */
function disclosureLine({
  fields,
  filters,
  ...definition
}: Pick<ResourceDefinition, 'path' | 'table' | 'label' | 'description' | 'fields' | 'filters'>) {
  return defineResource({
    ...definition,
    fields: {
      resource_uri: f.self(),
      id: f.id(),
      date_created: f.created(),
      date_modified: f.modified(),
      ...fields,
      redacted: f.boolean({ default: false, help: 'Whether the row appears to be redacted.' }),
      financial_disclosure: f.link('financial-disclosures', {
        required: true,
        help: 'Disclosure that the row belongs to.',
      }),
    },
    filters: {
      id: filter.number(),
      date_created: filter.datetime(),
      date_modified: filter.datetime(),
      redacted: filter.boolean(),
      ...filters,
      financial_disclosure: filter.related(),
    },
    ordering: ['id', 'date_created', 'date_modified'],
    cursor: ['id', 'date_created', 'date_modified'],
  })
}

const investments = disclosureLine({
  path: 'investments',
  table: 'disclosure_investments',
  label: 'Investment',
  description: 'Investments listed in disclosures.',
  fields: {
    page_number: f.integer({ required: true, help: 'Page number of the form.' }),
    description: f.text({ help: 'Description.' }),
    redacted: f.boolean({ default: false, help: 'Whether the row appears to be redacted.' }),
    income_during_reporting_period_code: f.choice(INCOME_CODES, {
      help: 'Code of the income.',
    }),
    income_during_reporting_period_type: f.text({ help: 'Type of income.' }),
    gross_value_code: f.choice(VALUE_CODES, { help: 'Code of the gross value.' }),
    gross_value_method: f.choice(VALUATION_METHODS, { help: 'Code of the valuation method.' }),
    transaction_during_reporting_period: f.text({ help: 'Type of transaction.' }),
    transaction_date_raw: f.text({ maxLength: 40, help: 'Transaction date as printed.' }),
    transaction_date: f.date({ nullable: true, help: 'Transaction date.' }),
    transaction_value_code: f.choice(VALUE_CODES, { help: 'Code of the transaction value.' }),
    transaction_gain_code: f.choice(INCOME_CODES, { help: 'Code of the gain.' }),
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

const positions = disclosureLine({
  path: 'disclosure-positions',
  table: 'disclosure_positions',
  label: 'DisclosurePosition',
  description: 'Positions outside the judiciary listed in disclosures.',
  fields: {
    position: f.text({ help: 'Position held.' }),
    organization_name: f.text({ help: 'Organization.' }),
  },
  filters: {
    position: filter.text(),
    organization_name: filter.text(),
  },
})

const agreements = disclosureLine({
  path: 'agreements',
  table: 'disclosure_agreements',
  label: 'Agreement',
  description: 'Agreements listed in disclosures.',
  fields: {
    date_raw: f.text({ help: 'Date as printed.' }),
    parties_and_terms: f.text({ help: 'Parties and terms.' }),
  },
  filters: {
    parties_and_terms: filter.text(),
    date_raw: filter.text(),
  },
})

const nonInvestmentIncomes = disclosureLine({
  path: 'non-investment-incomes',
  table: 'disclosure_non_investment_incomes',
  label: 'NonInvestmentIncome',
  description: 'Non-investment income listed in disclosures.',
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

const spouseIncomes = disclosureLine({
  path: 'spouse-incomes',
  table: 'disclosure_spouse_incomes',
  label: 'SpouseIncome',
  description: 'Income of spouses listed in disclosures.',
  fields: {
    source_type: f.text({ help: 'Source of the income.' }),
    date_raw: f.text({ help: 'Date as printed.' }),
  },
  filters: {
    date_raw: filter.text(),
    source_type: filter.text(),
  },
})

const reimbursements = disclosureLine({
  path: 'reimbursements',
  table: 'disclosure_reimbursements',
  label: 'Reimbursement',
  description: 'Reimbursed travel and other expenses listed in disclosures.',
  fields: {
    source: f.text({ help: 'Source.' }),
    date_raw: f.text({ help: 'Date as printed.' }),
    location: f.text({ help: 'Place.' }),
    purpose: f.text({ help: 'Purpose.' }),
    items_paid_or_provided: f.text({ help: 'Items paid for or provided.' }),
  },
  filters: {
    date_raw: filter.text(),
    location: filter.text(),
    source: filter.text(),
    purpose: filter.text(),
    items_paid_or_provided: filter.text(),
  },
})

const gifts = disclosureLine({
  path: 'gifts',
  table: 'disclosure_gifts',
  label: 'Gift',
  description: 'Gifts listed in disclosures.',
  fields: {
    source: f.text({ help: 'Source.' }),
    description: f.text({ help: 'Description.' }),
    value: f.text({ help: 'Value as printed.' }),
  },
  filters: {
    source: filter.text(),
    description: filter.text(),
    value: filter.text(),
  },
})

const debts = disclosureLine({
  path: 'debts',
  table: 'disclosure_debts',
  label: 'Debt',
  description: 'Debts listed in disclosures.',
  fields: {
    creditor_name: f.text({ help: 'Creditor.' }),
    description: f.text({ help: 'Description.' }),
    value_code: f.choice(VALUE_CODES, { help: 'Code of the value.' }),
  },
  filters: {
    creditor_name: filter.text(),
    description: filter.text(),
    value_code: filter.choice(),
  },
})

export default [
  investments,
  positions,
  agreements,
  nonInvestmentIncomes,
  spouseIncomes,
  reimbursements,
  gifts,
  debts,
]
