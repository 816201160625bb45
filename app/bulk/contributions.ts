/**
 * Contributions of a plugin to bulk data imports.
 */
import type { LazyList } from '#app/support/lazy'
import type { BulkTable } from './define_bulk_table.js'

export interface BulkContributions {
  /** Tables that are filled from bulk data files. */
  bulk?: LazyList<BulkTable>
}
