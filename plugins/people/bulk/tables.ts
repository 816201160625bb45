import { defineBulkTable } from '#app/bulk/define_bulk_table'

/** Bulk-data files of people and their roles in cases. */
export default [
  defineBulkTable({
    stem: 'people-db-people',
    table: 'people',
    order: 1,
  }),
  defineBulkTable({ stem: 'people_db_race', table: 'races', order: 2 }),
  defineBulkTable({ stem: 'people-db-schools', table: 'schools', order: 3 }),
  defineBulkTable({
    stem: 'people-db-positions',
    table: 'positions',
    order: 5,
  }),
  // Not part of the public data set.
  defineBulkTable({
    stem: 'search_docket_panel',
    table: 'docket_panel',
    order: 8.1,
    replace: true,
  }),
  defineBulkTable({
    stem: 'search_opinioncluster_panel',
    table: 'opinion_cluster_panel',
    order: 10,
    replace: true,
    renames: { opinioncluster_id: 'cluster_id' },
  }),
  defineBulkTable({
    stem: 'search_opinioncluster_non_participating_judges',
    table: 'opinion_cluster_non_participating_judges',
    order: 11,
    replace: true,
    renames: { opinioncluster_id: 'cluster_id' },
  }),
  defineBulkTable({
    stem: 'search_opinion_joined_by',
    table: 'opinion_joined_by',
    order: 13,
    replace: true,
  }),
  defineBulkTable({
    stem: 'people-db-retention-events',
    table: 'retention_events',
    order: 20,
  }),
  defineBulkTable({
    stem: 'people-db-educations',
    table: 'educations',
    order: 21,
  }),
  defineBulkTable({
    stem: 'people-db-political-affiliations',
    table: 'political_affiliations',
    order: 22,
  }),
  defineBulkTable({
    stem: 'people-db-races',
    table: 'person_races',
    order: 23,
    replace: true,
  }),
  // Not part of the public data set.
  defineBulkTable({
    stem: 'people-db-aba-ratings',
    table: 'aba_ratings',
    order: 23.1,
  }),
  defineBulkTable({
    stem: 'people-db-sources',
    table: 'person_sources',
    order: 23.2,
  }),
]
