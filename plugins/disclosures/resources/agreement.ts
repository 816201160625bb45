import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { is } from '#api/filters/kinds'

export default defineResource({
  path: 'agreements',
  table: 'disclosure_agreements',
  label: 'Agreement',
  description: 'Agreements listed in disclosures.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    date_created: f.created(),
    date_modified: f.modified(),
    date_raw: f.text({ help: 'Date as printed.' }),
    parties_and_terms: f.text({ help: 'Parties and terms.' }),
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
    parties_and_terms: is.text(),
    date_raw: is.text(),
    financial_disclosure: is.related(),
  },
  ordering: ['id', 'date_created', 'date_modified'],
  cursor: ['id', 'date_created', 'date_modified'],
})
