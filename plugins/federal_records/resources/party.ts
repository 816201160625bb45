import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { sampleFields } from '#api/sample_records'
import { ATTORNEY_ROLES, COUNT_STATUSES } from './codes.js'

export default defineResource({
  path: 'parties',
  table: 'parties',
  label: 'Party',
  description: 'Parties, with their type and attorneys in each docket.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    attorneys: f.rows({
      table: 'attorney_roles',
      column: 'party_id',
      order: 'id',
      scopedBy: { docket: 'docket_id', attorney: 'attorney_id' },
      optionsType: 'nested object',
      help: 'Attorneys of the party, per docket.',
      fields: {
        attorney: f.link('attorneys', { required: true, help: 'The attorney.' }),
        attorney_id: f.key('attorney', { help: 'ID of the attorney.' }),
        date_action: f.date({ nullable: true, help: 'Date the role started or ended.' }),
        docket: f.link('dockets', { required: true, help: 'Docket of the row.' }),
        docket_id: f.key('docket', { help: 'ID of the docket.' }),
        role: f.choice(ATTORNEY_ROLES, {
          required: true,
          nullable: true,
          help: 'Role of the attorney.',
        }),
      },
    }),
    party_types: f.rows({
      table: 'party_types',
      column: 'party_id',
      order: 'id',
      scopedBy: { docket: 'docket_id' },
      optionsType: 'nested object',
      help: 'Party types, per docket.',
      fields: {
        docket: f.link('dockets', { required: true, help: 'Docket of the row.' }),
        docket_id: f.key('docket', { help: 'ID of the docket.' }),
        name: f.text({
          required: true,
          maxLength: 100,
          help: 'Party type, such as plaintiff or defendant.',
        }),
        date_terminated: f.date({ nullable: true, help: 'Date the party was terminated.' }),
        extra_info: f.text({ help: 'Additional information.' }),
        highest_offense_level_opening: f.text({ help: 'Highest offense level at opening.' }),
        highest_offense_level_terminated: f.text({
          help: 'Highest offense level of terminated counts.',
        }),
        criminal_counts: f.rows({
          table: 'criminal_counts',
          column: 'party_type_id',
          order: 'id',
          required: true,
          help: 'Counts against the party.',
          fields: {
            id: f.id(),
            name: f.text({ help: 'The count.' }),
            disposition: f.text({ help: 'Disposition.' }),
            status: f.choice(COUNT_STATUSES, {
              help: 'Whether the count is pending or terminated.',
            }),
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
            disposition: f.text({ help: 'Disposition.' }),
            party_type: partyType(),
          },
        }),
      },
    }),
    date_created: f.created(),
    date_modified: f.modified(),
    name: f.text({ required: true, help: 'Name of the party.' }),
    extra_info: f.text({ required: true, help: 'Additional information.' }),
    ...sampleFields('parties'),
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
  return f.bigint({ column: 'party_type_id', help: 'ID of the party type.' })
}
