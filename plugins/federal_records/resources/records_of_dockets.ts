/** Fields that federal records add to dockets. */
import { extendResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'

export default extendResource('dockets', {
  fields: {
    original_court_info: f.record('originating-court-information', {
      column: 'originating_court_information_id',
      required: true,
      nullable: true,
      help: 'Lower-court details, for appellate cases only.',
    }),
    idb_data: f.record('federal-integrated-database', {
      required: true,
      nullable: true,
      help: 'Matching row of the federal integrated database.',
    }),
    bankruptcy_information: f.backlink(
      'bankruptcy-information',
      { column: 'docket_id' },
      {
        help: 'Bankruptcy details, if any.',
      }
    ),
    tags: f.links(
      'tag',
      { table: 'docket_tags', from: 'docket_id', to: 'tag_id' },
      { help: 'Tags of the docket.' }
    ),
  },
  filters: {
    docket_entries: filter.related('docket-entries', { column: 'docket_id' }),
    parties: filter.related('parties', { table: 'party_types', from: 'docket_id', to: 'party_id' }),
    tags: filter.related(),
  },
})
