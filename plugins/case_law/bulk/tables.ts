import { defineBulkTable } from '#app/bulk/define_bulk_table'

/** Bulk data files of the case-law tables. */
export default [
  defineBulkTable({
    stem: 'courts',
    table: 'courts',
  }),
  defineBulkTable({
    stem: 'dockets',
    table: 'dockets',
    after: ['courts'],
  }),
  defineBulkTable({
    stem: 'opinion-clusters',
    table: 'opinion_clusters',
    after: ['dockets'],
    absent: ['filepath_xml_scan', 'filepath_pdf_scan'],
  }),
  // Not part of the public data set.
  defineBulkTable({
    stem: 'cluster-redirections',
    table: 'cluster_redirections',
    // Null means that the cluster was sealed.
    after: ['opinion-clusters'],
    strictKeys: ['cluster_id'],
    sampleOf: ['dockets', 'opinion-clusters'],
  }),
  defineBulkTable({
    stem: 'opinions',
    table: 'opinions',
    after: ['opinion-clusters'],
    absent: ['ordering_key', 'main_version_id'],
  }),
  defineBulkTable({ stem: 'courthouses', table: 'courthouses', after: ['courts'] }),
  defineBulkTable({
    stem: 'court-appeals-to',
    table: 'court_appeals_to',
    after: ['courts'],
    replace: true,
  }),
  defineBulkTable({
    stem: 'citation-map',
    table: 'opinions_cited',
    after: ['opinions'],
  }),
  defineBulkTable({ stem: 'citations', table: 'citations', after: ['opinion-clusters'] }),
  defineBulkTable({
    stem: 'parentheticals',
    table: 'parentheticals',
    after: ['opinions'],
  }),
  defineBulkTable({
    stem: 'unmatched-citations',
    table: 'unmatched_citations',
    after: ['opinions'],
  }),
]
