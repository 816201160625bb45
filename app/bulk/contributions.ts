/**
 * What a plugin contributes to imports of bulk data.
 */
import type { LazyList } from '#app/support/lazy'
import type { BulkTable } from './define_bulk_table.js'

export interface BulkContributions {
  /** Tables it fills from bulk-data files. */
  bulk?: LazyList<BulkTable>
}
