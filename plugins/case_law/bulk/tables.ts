import { defineBulkTable } from '#app/bulk/define_bulk_table'

/** Bulk-data files of the case-law tables, in load order. */
export default [
  defineBulkTable({
    stem: 'courts',
    table: 'courts',
    order: 4,
  }),
  defineBulkTable({
    stem: 'dockets',
    table: 'dockets',
    order: 8,
  }),
  defineBulkTable({
    stem: 'opinion-clusters',
    table: 'opinion_clusters',
    order: 9,
    absent: ['filepath_xml_scan', 'filepath_pdf_scan'],
  }),
  // Not part of the public data set.
  defineBulkTable({
    stem: 'cluster-redirections',
    table: 'cluster_redirections',
    order: 9.1,
    // Null means that the cluster was sealed.
    strictKeys: ['cluster_id'],
    sampleOf: ['dockets', 'opinion-clusters'],
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
  defineBulkTable({
    stem: 'citation-map',
    table: 'opinions_cited',
    order: 16,
  }),
  defineBulkTable({ stem: 'citations', table: 'citations', order: 17 }),
  defineBulkTable({
    stem: 'parentheticals',
    table: 'parentheticals',
    order: 18,
  }),
  defineBulkTable({
    stem: 'unmatched-citations',
    table: 'unmatched_citations',
    order: 33,
  }),
]
