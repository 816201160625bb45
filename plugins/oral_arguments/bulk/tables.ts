import { defineBulkTable } from '#app/bulk/define_bulk_table'

/** Bulk-data files of recordings. */
export default [
  // Not part of the public data set.
  defineBulkTable({
    stem: 'oral-arguments',
    table: 'audio',
    after: ['dockets'],
    names: ['case_name', 'case_name_short', 'case_name_full', 'judges'],
  }),
  defineBulkTable({
    stem: 'audio_audio_panel',
    table: 'audio_panel',
    after: ['oral-arguments', 'people-db-people'],
    replace: true,
  }),
]
