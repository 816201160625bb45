/**
 * `defineBulkTable`: a table that bulk-data files fill. Importing and exporting
 * know tables only through these declarations.
 */

/** A column that holds the key of another table's row. */
export interface BulkKey {
  column: string
  table: string
  /** Column there; `id` unless said otherwise. */
  key?: string
}

export interface BulkTable {
  /** File name up to the date: `opinion-clusters`. */
  stem: string
  table: string
  /** Stems of files that are loaded before this one: those with the rows that its keys refer to. */
  after?: string[]
  /** Stems of files that are loaded after this one, for parents of another plugin's table. */
  before?: string[]
  /** File column to our column, where they differ. */
  renames?: Record<string, string>
  /** Own columns that the files do not have. */
  absent?: string[]
  /** Rows a file does not list are deleted: pure join tables. */
  replace?: boolean
  /** Nullable keys whose null has a meaning of its own: a row that names a missing record is rejected. */
  strictKeys?: string[]
  /** Stems whose sample rows take the sample rows of this table with them, where no key says so. */
  sampleOf?: string[]
}

/** Declares a table that bulk-data files fill. */
export function defineBulkTable(table: BulkTable): BulkTable {
  return table
}
