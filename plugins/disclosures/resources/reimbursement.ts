import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { is } from '#api/filters/kinds'

export default defineResource({
  path: 'reimbursements',
  table: 'disclosure_reimbursements',
  label: 'Reimbursement',
  description: 'Journeys and other things paid for listed in disclosures.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    date_created: f.created(),
    date_modified: f.modified(),
    source: f.text({ help: 'Source.' }),
    date_raw: f.text({ help: 'Date as printed.' }),
    location: f.text({ help: 'Place.' }),
    purpose: f.text({ help: 'Purpose.' }),
    items_paid_or_provided: f.text({ help: 'What was paid or given.' }),
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
    location: is.text(),
    source: is.text(),
    purpose: is.text(),
    items_paid_or_provided: is.text(),
    financial_disclosure: is.related(),
  },
  ordering: ['id', 'date_created', 'date_modified'],
  cursor: ['id', 'date_created', 'date_modified'],
})
