import { citationTables } from '../citation_tables.js'
import { ReporterNames } from './reporter_names.js'

let known: ReporterNames | undefined

/** Made once, when first needed. */
export function knownReporters(): ReporterNames {
  known ??= new ReporterNames(citationTables())
  return known
}
