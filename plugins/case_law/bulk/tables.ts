import { defineBulkTable } from '#app/bulk/define_bulk_table'

/** The public bulk-data files of the case-law tables, in their load order. */
export default [
  defineBulkTable({
    stem: 'courts',
    table: 'courts',
    order: 4,
    renames: {
      pacer_court_id: 'registry_court_id',
      pacer_has_rss_feed: 'registry_has_rss_feed',
      pacer_rss_entry_types: 'registry_rss_entry_types',
      date_last_pacer_contact: 'date_last_registry_contact',
    },
  }),
  defineBulkTable({
    stem: 'dockets',
    table: 'dockets',
    order: 8,
    renames: { pacer_case_id: 'registry_case_id' },
  }),
  defineBulkTable({
    stem: 'opinion-clusters',
    table: 'opinion_clusters',
    order: 9,
    absent: ['filepath_xml_scan', 'filepath_pdf_scan'],
  }),
  defineBulkTable({
    stem: 'opinions',
    table: 'opinions',
    order: 12,
    absent: ['ordering_key', 'main_version_id'],
  }),
  defineBulkTable({ stem: 'courthouses', table: 'courthouses', order: 14 }),
  defineBulkTable({
    stem: 'court-appeals-to',
    table: 'court_appeals_to',
    order: 15,
    replace: true,
  }),
  defineBulkTable({ stem: 'citation-map', table: 'opinions_cited', order: 16 }),
  defineBulkTable({ stem: 'citations', table: 'citations', order: 17 }),
  defineBulkTable({ stem: 'parentheticals', table: 'parentheticals', order: 18 }),
]
