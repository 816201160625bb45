import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { sampleFields } from '#api/sample_records'
import { ATTORNEY_ROLES } from './codes.js'

export default defineResource({
  path: 'attorneys',
  table: 'attorneys',
  label: 'Attorney',
  description: 'Attorneys and the parties they represent in each docket.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    parties_represented: f.rows({
      table: 'attorney_roles',
      column: 'attorney_id',
      order: 'id',
      scopedBy: { docket: 'docket_id', parties_represented: 'party_id' },
      optionsType: 'nested object',
      help: 'Parties represented, per docket.',
      fields: {
        role: f.choice(ATTORNEY_ROLES, {
          required: true,
          nullable: true,
          help: 'Role of the attorney.',
        }),
        docket: f.link('dockets', { required: true, help: 'Docket of the role.' }),
        party: f.link('parties', { required: true, help: 'The party.' }),
        date_action: f.date({ nullable: true, help: 'Date the role started or ended.' }),
      },
    }),
    date_created: f.created(),
    date_modified: f.modified(),
    name: f.text({ required: true, help: 'Name of the attorney.' }),
    contact_raw: f.text({ required: true, help: 'Original contact block.' }),
    phone: f.text({ maxLength: 20, help: 'Phone number, digits only.' }),
    fax: f.text({ maxLength: 20, help: 'Fax number, digits only.' }),
    email: f.text({ format: 'email', maxLength: 254, help: 'Email address.' }),
    ...sampleFields('attorneys'),
  },
  filters: {
    id: filter.number(),
    date_created: filter.datetime(),
    date_modified: filter.datetime(),
    name: filter.text(),
    docket: filter.related('dockets', throughRoles('docket_id')),
    parties_represented: filter.related('parties', throughRoles('party_id')),
    filter_nested_results: filter.nested(),
  },
  ordering: ['id', 'date_created', 'date_modified'],
  cursor: ['id', 'date_created', 'date_modified'],
})

function throughRoles(to: string) {
  return { table: 'attorney_roles', from: 'attorney_id', to }
}
