import { defineBulkTable } from '#app/bulk/define_bulk_table'
import {
  bankruptcies,
  docketTags,
  integratedDatabase,
  originatingCourts,
  originsOf,
  recordsOf,
  siteTags,
} from './generate.js'

/** Bulk-data files of what dockets point at; those marked are ours (docs, bulk data). */
export default [
  defineBulkTable({
    stem: 'fjc-integrated-database',
    table: 'federal_integrated_database',
    order: 6,
    generate: integratedDatabase,
    generatedRows: recordsOf,
  }),
  defineBulkTable({
    stem: 'originating-court-information',
    table: 'originating_court_information',
    order: 7,
    absent: ['date_rehearing_denied'],
    generate: originatingCourts,
    generatedRows: originsOf,
  }),
  // Ours.
  defineBulkTable({
    stem: 'bankruptcy-information',
    table: 'bankruptcy_information',
    order: 8.2,
    generate: bankruptcies,
  }),
  defineBulkTable({
    stem: 'site-tags',
    table: 'site_tags',
    order: 8.3,
    sampleOf: ['dockets'],
    generate: siteTags,
  }),
  defineBulkTable({
    stem: 'docket-tags',
    table: 'docket_tags',
    order: 8.4,
    replace: true,
    generate: docketTags,
  }),
]
