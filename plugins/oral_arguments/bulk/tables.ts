import { defineBulkTable } from '#app/bulk/define_bulk_table'

/** Bulk-data files of recordings. */
export default [
  defineBulkTable({ stem: 'oral-arguments', table: 'audio', order: 19 }),
  // Not part of the public data set.
  defineBulkTable({
    stem: 'audio_audio_panel',
    table: 'audio_panel',
    order: 19.1,
    replace: true,
  }),
]
