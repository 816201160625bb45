import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { is } from '#api/filters/kinds'
import { VALUE_CODES } from './codes.js'

export default defineResource({
  path: 'debts',
  table: 'disclosure_debts',
  label: 'Debt',
  description: 'Debts listed in disclosures.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    date_created: f.created(),
    date_modified: f.modified(),
    creditor_name: f.text({ help: 'Creditor.' }),
    description: f.text({ help: 'Description.' }),
    value_code: f.choice(VALUE_CODES, { help: 'Value code.' }),
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
    creditor_name: is.text(),
    description: is.text(),
    value_code: is.choice(),
    financial_disclosure: is.related(),
  },
  ordering: ['id', 'date_created', 'date_modified'],
  cursor: ['id', 'date_created', 'date_modified'],
})
