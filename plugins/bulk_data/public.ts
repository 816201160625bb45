/** Public exports for plugins that require this one. */
export { BulkError } from './import/bulk_error.js'
export { hasSystemBzip2 } from './import/bulk_file.js'
export { CsvScanner } from './import/csv_scanner.js'
export { readValues } from './import/row_check.js'
export { sampleFolder } from './import/sample.js'
