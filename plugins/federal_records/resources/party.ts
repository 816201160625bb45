import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { ATTORNEY_ROLES, COUNT_STATUSES } from './codes.js'

export default defineResource({
  path: 'parties',
  table: 'parties',
  label: 'Party',
  description:
    'Parties, with the part they take in each docket and the attorneys who act for them.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    attorneys: f.rows({
      table: 'attorney_roles',
      column: 'party_id',
      order: 'id',
      scopedBy: { docket: 'docket_id', attorney: 'attorney_id' },
      optionsType: 'nested object',
      help: 'Lawyers of the party, per docket.',
      fields: {
        attorney: f.link('attorneys', { required: true, help: 'The lawyer.' }),
        attorney_id: f.key('attorney', { help: 'ID of the lawyer.' }),
        date_action: f.date({ nullable: true, help: 'Date the part was taken up or ended.' }),
        docket: f.link('dockets', { required: true, help: 'Docket this row belongs to.' }),
        docket_id: f.key('docket', { help: 'ID of the docket.' }),
        role: f.choice(ATTORNEY_ROLES, {
          required: true,
          nullable: true,
          help: 'Part the lawyer takes.',
        }),
      },
    }),
    party_types: f.rows({
      table: 'party_types',
      column: 'party_id',
      order: 'id',
      scopedBy: { docket: 'docket_id' },
      optionsType: 'nested object',
      help: 'Part taken by the party, per docket.',
      fields: {
        docket: f.link('dockets', { required: true, help: 'Docket this row belongs to.' }),
        docket_id: f.key('docket', { help: 'ID of the docket.' }),
        name: f.text({ required: true, maxLength: 100, help: 'Plaintiff, defendant and so on.' }),
        date_terminated: f.date({ nullable: true, help: 'Date the part ended.' }),
        extra_info: f.text({ help: 'Further details.' }),
        highest_offense_level_opening: f.text({ help: 'Gravest charge at the start.' }),
        highest_offense_level_terminated: f.text({ help: 'Gravest charge of those ended.' }),
        criminal_counts: f.rows({
          table: 'criminal_counts',
          column: 'party_type_id',
          order: 'id',
          required: true,
          help: 'Counts against the party.',
          fields: {
            id: f.id(),
            name: f.text({ help: 'The count.' }),
            disposition: f.text({ help: 'What became of it.' }),
            status: f.choice(COUNT_STATUSES, { help: 'Whether it is open.' }),
            party_type: partyType(),
          },
        }),
        criminal_complaints: f.rows({
          table: 'criminal_complaints',
          column: 'party_type_id',
          order: 'id',
          required: true,
          help: 'Complaints against the party.',
          fields: {
            id: f.id(),
            name: f.text({ help: 'The complaint.' }),
            disposition: f.text({ help: 'What became of it.' }),
            party_type: partyType(),
          },
        }),
      },
    }),
    date_created: f.created(),
    date_modified: f.modified(),
    name: f.text({ required: true, help: 'Name of the party.' }),
    extra_info: f.text({ required: true, help: 'Further details.' }),
  },
  filters: {
    id: filter.number(),
    date_created: filter.datetime(),
    date_modified: filter.datetime(),
    name: filter.text(),
    docket: filter.related('dockets', { table: 'party_types', from: 'party_id', to: 'docket_id' }),
    attorney: filter.related('attorneys', {
      table: 'attorney_roles',
      from: 'party_id',
      to: 'attorney_id',
    }),
    filter_nested_results: filter.nested(),
  },
  below: {
    resource: 'dockets',
    filter: 'docket',
    parameters: { filter_nested_results: 'True' },
  },
  ordering: ['id', 'date_created', 'date_modified'],
  cursor: ['id', 'date_created', 'date_modified'],
})

function partyType() {
  return f.integer({ column: 'party_type_id', help: 'Key of the part it belongs to.' })
}
