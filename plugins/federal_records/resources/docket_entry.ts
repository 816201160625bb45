import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { sampleFields } from '#api/sample_records'

/** Fragment of an entry in the page of its docket. */
export function buildEntryAnchor(id: unknown, number: unknown): string {
  return number === null ? `row-${String(id)}` : `entry-${String(number)}`
}

export default defineResource({
  path: 'docket-entries',
  table: 'docket_entries',
  label: 'DocketEntry',
  description: 'Entries of docket sheets with their documents.',
  merges: { table: 'docket_entry_redirections', from: 'id', into: 'kept_id' },
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    docket: f.link('dockets', { required: true, help: 'Docket that the entry belongs to.' }),
    recap_documents: f.records(
      'archive-documents',
      { column: 'docket_entry_id' },
      {
        order: ['document_type', 'document_number', 'attachment_number'],
        help: 'Documents of the entry.',
      }
    ),
    date_created: f.created(),
    date_modified: f.modified(),
    date_filed: f.date({ nullable: true, help: "Filing date in the court's time zone." }),
    time_filed: f.time({ nullable: true, help: "Filing time in the court's time zone, if known." }),
    entry_number: f.bigint({
      nullable: true,
      help: 'Number on the docket sheet; some appellate courts use an internal ID.',
    }),
    recap_sequence_number: f.text({
      maxLength: 50,
      help: 'Sort key for numbered and unnumbered entries.',
    }),
    registry_sequence_number: f.integer({
      nullable: true,
      help: 'Sequence number on court pages.',
    }),
    description: f.text({ help: 'Text of the entry.' }),
    tags: f.links(
      'tag',
      { table: 'docket_entry_tags', from: 'docket_entry_id', to: 'tag_id' },
      { help: 'Tags of the entry.' }
    ),
    ...sampleFields('docket_entries'),
  },
  filters: {
    id: filter.number(),
    entry_number: filter.number('isnull'),
    date_created: filter.datetime(),
    date_modified: filter.datetime(),
    date_filed: filter.date(),
    registry_sequence_number: filter.number('isnull'),
    docket: filter.related(),
    recap_documents: filter.related(),
    tags: filter.related(),
  },
  ordering: [
    'id',
    'date_created',
    'date_modified',
    'date_filed',
    'recap_sequence_number',
    'entry_number',
  ],
  cursor: ['id', 'date_created', 'date_modified'],
})
