import { defineBulkTable } from '#app/bulk/define_bulk_table'
import { citationMap, citations, parentheticals, unmatchedCitations } from './generate/citations.js'
import { clusterRedirections, opinionClusters } from './generate/clusters.js'
import { courtAppealsTo, courthouses, courts } from './generate/courts.js'
import { dockets } from './generate/dockets.js'
import { opinions } from './generate/opinions.js'

/** Bulk-data files of the case-law tables, in their load order; the one marked is ours (docs, bulk data). */
export default [
  defineBulkTable({
    stem: 'courts',
    table: 'courts',
    order: 4,
    generate: courts,
  }),
  defineBulkTable({
    stem: 'dockets',
    table: 'dockets',
    order: 8,
    generate: dockets,
  }),
  defineBulkTable({
    stem: 'opinion-clusters',
    table: 'opinion_clusters',
    order: 9,
    absent: ['filepath_xml_scan', 'filepath_pdf_scan'],
    generate: opinionClusters,
  }),
  // Ours.
  defineBulkTable({
    stem: 'cluster-redirections',
    table: 'cluster_redirections',
    order: 9.1,
    // Null says that the cluster was sealed.
    strictKeys: ['cluster_id'],
    sampleOf: ['dockets', 'opinion-clusters'],
    generate: clusterRedirections,
  }),
  defineBulkTable({
    stem: 'opinions',
    table: 'opinions',
    order: 12,
    absent: ['ordering_key', 'main_version_id'],
    generate: opinions,
  }),
  defineBulkTable({ stem: 'courthouses', table: 'courthouses', order: 14, generate: courthouses }),
  defineBulkTable({
    stem: 'court-appeals-to',
    table: 'court_appeals_to',
    order: 15,
    replace: true,
    generate: courtAppealsTo,
  }),
  defineBulkTable({
    stem: 'citation-map',
    table: 'opinions_cited',
    order: 16,
    generate: citationMap,
  }),
  defineBulkTable({ stem: 'citations', table: 'citations', order: 17, generate: citations }),
  defineBulkTable({
    stem: 'parentheticals',
    table: 'parentheticals',
    order: 18,
    generate: parentheticals,
  }),
  defineBulkTable({
    stem: 'unmatched-citations',
    table: 'unmatched_citations',
    order: 33,
    generate: unmatchedCitations,
  }),
]
