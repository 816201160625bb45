import { defineBulkTable } from '#app/bulk/define_bulk_table'

/** Bulk-data files of what dockets point at; those marked are ours (docs, bulk data). */
export default [
  defineBulkTable({
    stem: 'fjc-integrated-database',
    table: 'federal_integrated_database',
    order: 6,
  }),
  defineBulkTable({
    stem: 'originating-court-information',
    table: 'originating_court_information',
    order: 7,
    absent: ['date_rehearing_denied'],
  }),
  // Ours.
  defineBulkTable({
    stem: 'bankruptcy-information',
    table: 'bankruptcy_information',
    order: 8.2,
  }),
  defineBulkTable({
    stem: 'site-tags',
    table: 'site_tags',
    order: 8.3,
    sampleOf: ['dockets'],
  }),
  defineBulkTable({
    stem: 'docket-tags',
    table: 'docket_tags',
    order: 8.4,
    replace: true,
  }),
]
