import { defineBulkTable } from '#app/bulk/define_bulk_table'
import {
  CITATION_TYPES,
  COURT_JURISDICTIONS,
  OPINION_TYPES,
  PRECEDENTIAL_STATUSES,
  REDIRECT_REASONS,
} from '../resources/codes.js'
import type { Choice } from '#api/field_types'

const codesOf = (choices: readonly Choice[]) => choices.map(({ value }) => value)

/** Columns with names of cases and people. */
const CASE_NAMES = ['case_name', 'case_name_short', 'case_name_full']
const DOCKET_NAMES = [
  ...CASE_NAMES,
  ...['assigned_to_str', 'referred_to_str', 'panel_str', 'appeal_from_str'],
]
const CLUSTER_NAMES = [...CASE_NAMES, 'judges', 'attorneys']

/** Clusters that were merged or sealed elsewhere; a sealed one must not stay public. */
const DELETE_REDIRECTED = [
  `UPDATE cluster_redirections earlier SET cluster_id = later.cluster_id FROM cluster_redirections later
   WHERE earlier.cluster_id = later.deleted_cluster_id AND later.cluster_id <> later.deleted_cluster_id`,
  // No trigger records the seals of a table that replaced an empty one.
  `INSERT INTO change_seals (table_name, last_sealed_at)
   SELECT 'opinion_clusters', clock_timestamp() FROM opinion_clusters c
     JOIN cluster_redirections r ON c.id = r.deleted_cluster_id WHERE r.cluster_id IS NULL LIMIT 1
   ON CONFLICT (table_name) DO UPDATE SET last_sealed_at = excluded.last_sealed_at`,
  `DELETE FROM opinion_clusters c USING cluster_redirections r
   WHERE c.id = r.deleted_cluster_id AND r.cluster_id IS DISTINCT FROM c.id`,
]

/** Bulk data files of the case-law tables. */
export default [
  defineBulkTable({
    stem: 'courts',
    table: 'courts',
    codes: { jurisdiction: codesOf(COURT_JURISDICTIONS) },
  }),
  defineBulkTable({
    stem: 'dockets',
    table: 'dockets',
    after: ['courts'],
    names: DOCKET_NAMES,
  }),
  defineBulkTable({
    stem: 'opinion-clusters',
    table: 'opinion_clusters',
    after: ['dockets'],
    absent: ['filepath_xml_scan', 'filepath_pdf_scan'],
    names: CLUSTER_NAMES,
    codes: { precedential_status: codesOf(PRECEDENTIAL_STATUSES) },
  }),
  // Not part of the public data set.
  defineBulkTable({
    stem: 'cluster-redirections',
    table: 'cluster_redirections',
    // Null means that the cluster was sealed.
    after: ['opinion-clusters'],
    strictKeys: ['cluster_id'],
    codes: { reason: codesOf(REDIRECT_REASONS) },
    sampleOf: ['dockets', 'opinion-clusters'],
    afterward: DELETE_REDIRECTED,
  }),
  defineBulkTable({
    stem: 'opinions',
    table: 'opinions',
    after: ['opinion-clusters'],
    absent: ['ordering_key', 'main_version_id'],
    codes: { type: codesOf(OPINION_TYPES) },
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
  defineBulkTable({
    stem: 'citations',
    table: 'citations',
    after: ['opinion-clusters'],
    codes: { type: codesOf(CITATION_TYPES) },
  }),
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
