import { defineBulkTable } from '#app/bulk/define_bulk_table'
import {
  bankruptcies,
  integratedDatabase,
  originatingCourts,
  originsOf,
  recordsOf,
} from './generate.js'

/** Bulk-data files of what dockets point at; the one marked is ours (docs, bulk data). */
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
]
