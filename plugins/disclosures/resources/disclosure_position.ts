import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { is } from '#api/filters/kinds'

export default defineResource({
  path: 'disclosure-positions',
  table: 'disclosure_positions',
  label: 'DisclosurePosition',
  description: 'Posts outside the court listed in disclosures.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    date_created: f.created(),
    date_modified: f.modified(),
    position: f.text({ help: 'Post.' }),
    organization_name: f.text({ help: 'Organization.' }),
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
    position: is.text(),
    organization_name: is.text(),
    financial_disclosure: is.related(),
  },
  ordering: ['id', 'date_created', 'date_modified'],
  cursor: ['id', 'date_created', 'date_modified'],
})
