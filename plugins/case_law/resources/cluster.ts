import { ApiError } from '#app/support/api_error'
import { defineResource, type MissingRecord } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { sampleFields } from '#api/sample_records'
import {
  CITATION_TYPES,
  CLUSTER_SOURCES,
  PRECEDENTIAL_STATUSES,
  REDIRECT_REASONS,
  SEALED,
  SCDB_DIRECTIONS,
} from './codes.js'

export default defineResource({
  path: 'clusters',
  table: 'opinion_clusters',
  label: 'OpinionCluster',
  description: 'Decisions with their opinions and parallel citations.',
  missing: redirected,
  merges: {
    table: 'cluster_redirections',
    from: 'deleted_cluster_id',
    into: 'cluster_id',
    sealed: { reason: SEALED },
  },
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    absolute_url: f.path('/opinion/{id}/{slug}/'),
    panel: f.slot('links', 'people', { required: true, help: 'Judges of the panel.' }),
    non_participating_judges: f.slot('links', 'people', {
      required: true,
      help: "Judges who didn't participate in the decision.",
    }),
    docket_id: f.key('docket', { help: 'ID of the docket.' }),
    docket: f.link('dockets', {
      required: true,
      expands: true,
      help: 'Docket that the cluster belongs to.',
    }),
    sub_opinions: f.links(
      'opinions',
      { column: 'cluster_id' },
      {
        order: ['ordering_key', 'type'],
        required: true,
        help: 'Opinions of the cluster, by their position or, without one, by type: lead opinion first.',
      }
    ),
    citations: f.rows({
      table: 'citations',
      column: 'cluster_id',
      order: 'id',
      required: true,
      help: 'Parallel citations.',
      fields: {
        date_created: f.created(),
        date_modified: f.modified(),
        volume: f.text({ required: true, help: 'Volume.' }),
        reporter: f.text({ required: true, help: 'Reporter abbreviation.' }),
        page: f.text({ required: true, help: 'First page, as text.' }),
        type: f.choice(CITATION_TYPES, { required: true, help: 'Type of citation.' }),
      },
      filters: {
        volume: filter.text(),
        reporter: filter.text(),
        page: filter.text(),
        type: filter.choice(),
      },
    }),
    cluster_redirections: f.rows({
      table: 'cluster_redirections',
      column: 'cluster_id',
      order: 'id',
      readOnly: true,
      help: 'Former cluster IDs that redirect to this cluster.',
      fields: {
        date_created: f.created(),
        deleted_cluster_id: f.integer({ required: true, isBigint: true, help: 'Former ID.' }),
        reason: f.choice(REDIRECT_REASONS, { required: true, help: 'Reason for the redirect.' }),
      },
    }),
    date_created: f.created(),
    date_modified: f.modified(),
    judges: f.text({ help: 'Judges as text.' }),
    date_filed: f.date({ required: true, help: 'Date of the decision.' }),
    date_filed_is_approximate: f.boolean({
      default: false,
      help: 'Whether the date is an estimate.',
    }),
    slug: f.slug({ nullable: true, maxLength: 75, help: 'URL slug.' }),
    case_name_short: f.text({ help: 'Short case name.' }),
    case_name: f.text({ help: 'Case name.' }),
    case_name_full: f.text({ help: 'Full case name.' }),
    scdb_id: f.text({ maxLength: 10, help: 'Supreme Court Database ID.' }),
    scdb_decision_direction: f.choice(SCDB_DIRECTIONS, {
      nullable: true,
      help: 'Supreme Court Database direction code.',
    }),
    scdb_votes_majority: f.integer({ nullable: true, help: 'Majority votes.' }),
    scdb_votes_minority: f.integer({ nullable: true, help: 'Minority votes.' }),
    source: f.text({ maxLength: 10, help: 'Sources of the data, one letter each.' }),
    procedural_history: f.text({ help: 'Procedural history.' }),
    attorneys: f.text({ help: 'Counsel as text.' }),
    nature_of_suit: f.text({ help: 'Nature of suit.' }),
    posture: f.text({ help: 'Procedural posture.' }),
    syllabus: f.text({ help: 'Syllabus.' }),
    headnotes: f.text({ help: 'Headnotes.' }),
    summary: f.text({ help: 'Summary.' }),
    disposition: f.text({ help: 'Disposition.' }),
    history: f.text({ help: 'Earlier events.' }),
    other_dates: f.text({ help: 'Other dates, as text.' }),
    cross_reference: f.text({ help: 'Reference to a similar case.' }),
    correction: f.text({ help: 'Correction by the publisher.' }),
    citation_count: f.integer({ default: 0, help: 'Number of citations by other opinions.' }),
    precedential_status: f.choice(PRECEDENTIAL_STATUSES, { help: 'Precedential status.' }),
    date_blocked: f.date({ nullable: true, help: 'Date it was hidden from search engines.' }),
    blocked: f.boolean({ default: false, help: 'Whether search engines are blocked.' }),
    filepath_json_harvard: f.storedFile({
      maxLength: 1000,
      help: 'Storage path of the library JSON.',
    }),
    filepath_pdf_harvard: f.storedFile({
      maxLength: 100,
      help: 'Storage path of the library PDF.',
    }),
    filepath_xml_scan: f.storedFile({ maxLength: 100, help: 'Storage path of the scan XML.' }),
    filepath_pdf_scan: f.storedFile({ maxLength: 100, help: 'Storage path of the scan PDF.' }),
    arguments: f.text({ help: 'Arguments of counsel as HTML.' }),
    headmatter: f.text({ help: 'Text before the opinions.' }),
    ...sampleFields('opinion_clusters'),
  },
  filters: {
    id: filter.number(),
    date_created: filter.datetime(),
    date_modified: filter.datetime(),
    date_filed: filter.date(),
    scdb_id: filter.text(),
    scdb_decision_direction: filter.choice(),
    scdb_votes_majority: filter.number(),
    scdb_votes_minority: filter.number(),
    citation_count: filter.number(),
    precedential_status: filter.choice(),
    date_blocked: filter.date(),
    blocked: filter.boolean(),
    docket: filter.related(),
    sub_opinions: filter.related(),
    source: filter.choices({ choices: CLUSTER_SOURCES }),
    citations: filter.related(),
    court: filter.alias('docket__court'),
    docket_number: filter.alias('docket__docket_number'),
  },
  ordering: ['id', 'date_created', 'date_modified', 'date_filed', 'citation_count', 'date_blocked'],
  cursor: ['id', 'date_created', 'date_modified'],
})

/** Redirects a merged cluster to its target; a sealed one returns 410 (contract, clusters). */
async function redirected({ key, reader, buildRecordUrl: urlOf }: MissingRecord): Promise<void> {
  const [row] = await reader.rows(
    'SELECT cluster_id::text FROM cluster_redirections WHERE deleted_cluster_id = $1',
    [key]
  )
  if (!row) return
  const [cluster] = row
  if (cluster === null)
    throw ApiError.detail(410, 'This cluster was sealed and is no longer available.')
  throw new ApiError(301, null, { location: urlOf(cluster!) })
}
