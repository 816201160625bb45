import { defineBulkTable } from '#app/bulk/define_bulk_table'

/** Bulk-data files of people and their roles in cases. */
export default [
  defineBulkTable({
    stem: 'people-db-people',
    table: 'people',
    names: ['name_first', 'name_middle', 'name_last'],
    before: ['dockets', 'opinions'],
  }),
  defineBulkTable({ stem: 'people_db_race', table: 'races' }),
  defineBulkTable({ stem: 'people-db-schools', table: 'schools', names: ['name'] }),
  defineBulkTable({
    stem: 'people-db-positions',
    table: 'positions',
    names: ['job_title', 'organization_name'],
    after: ['people-db-people', 'people-db-schools', 'courts'],
  }),
  // Not part of the public data set.
  defineBulkTable({
    stem: 'search_docket_panel',
    table: 'docket_panel',
    after: ['people-db-people', 'dockets'],
    replace: true,
  }),
  defineBulkTable({
    stem: 'search_opinioncluster_panel',
    table: 'opinion_cluster_panel',
    after: ['people-db-people', 'opinion-clusters'],
    replace: true,
    renames: { opinioncluster_id: 'cluster_id' },
  }),
  defineBulkTable({
    stem: 'search_opinioncluster_non_participating_judges',
    table: 'opinion_cluster_non_participating_judges',
    after: ['people-db-people', 'opinion-clusters'],
    replace: true,
    renames: { opinioncluster_id: 'cluster_id' },
  }),
  defineBulkTable({
    stem: 'search_opinion_joined_by',
    table: 'opinion_joined_by',
    after: ['people-db-people', 'opinions'],
    replace: true,
  }),
  defineBulkTable({
    stem: 'people-db-retention-events',
    table: 'retention_events',
    after: ['people-db-positions'],
  }),
  defineBulkTable({
    stem: 'people-db-educations',
    table: 'educations',
    after: ['people-db-people', 'people-db-schools'],
  }),
  defineBulkTable({
    stem: 'people-db-political-affiliations',
    table: 'political_affiliations',
    after: ['people-db-people'],
  }),
  defineBulkTable({
    stem: 'people-db-races',
    table: 'person_races',
    after: ['people-db-people', 'people_db_race'],
    replace: true,
  }),
  // Not part of the public data set.
  defineBulkTable({
    stem: 'people-db-aba-ratings',
    table: 'aba_ratings',
    after: ['people-db-people'],
  }),
  defineBulkTable({
    stem: 'people-db-sources',
    table: 'person_sources',
    after: ['people-db-people'],
  }),
]
