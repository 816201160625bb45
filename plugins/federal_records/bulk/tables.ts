import { defineBulkTable } from '#app/bulk/define_bulk_table'

/** Bulk data files of tables that dockets refer to. */
export default [
  defineBulkTable({
    stem: 'fjc-integrated-database',
    table: 'federal_integrated_database',
    after: ['courts'],
    before: ['dockets'],
  }),
  defineBulkTable({
    stem: 'originating-court-information',
    table: 'originating_court_information',
    after: ['people-db-people'],
    before: ['dockets'],
    absent: ['date_rehearing_denied'],
  }),
  // Not part of the public data set.
  defineBulkTable({
    stem: 'bankruptcy-information',
    table: 'bankruptcy_information',
    after: ['dockets'],
  }),
  defineBulkTable({
    stem: 'site-tags',
    table: 'site_tags',
    sampleOf: ['dockets'],
  }),
  defineBulkTable({
    stem: 'docket-tags',
    table: 'docket_tags',
    after: ['site-tags', 'dockets'],
    replace: true,
  }),
]
