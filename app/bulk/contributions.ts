/**
 * What a plugin contributes to imports of bulk data.
 */
import type { LazyList } from '#app/support/lazy'
import type { BulkTable } from './define_bulk_table.js'

export interface BulkContributions {
  /** Tables that bulk data files fill. */
  bulk?: LazyList<BulkTable>
}
