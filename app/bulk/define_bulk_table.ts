/**
 * `defineBulkTable`: a table that is filled from bulk data files. Imports and exports access
 * tables only through these declarations.
 */

/** A column with the key of a row in another table. */
export interface BulkKey {
  column: string
  table: string
  /** Referenced column; `id` by default. */
  key?: string
}

export interface BulkTable {
  /** File name before the date: `opinion-clusters`. */
  stem: string
  table: string
  /** Stems of files that are loaded before this one: those with the rows that its keys refer to. */
  after?: string[]
  /** Stems of files that are loaded after this one, for parents of another plugin's table. */
  before?: string[]
  /** File columns by column name, if they differ. */
  renames?: Record<string, string>
  /** Columns that the files don't have. */
  absent?: string[]
  /** Whether rows missing from a file are deleted: for join tables only. */
  replace?: boolean
  /**
   * Nullable keys for which null has a meaning: rows that refer to a missing record are
   * rejected.
   */
  strictKeys?: string[]
  /**
   * Stems of tables whose sample rows are deleted together with those of this table, without a
   * key between them.
   */
  sampleOf?: string[]
}

/** Declares a table that is filled from bulk data files. */
export function defineBulkTable(table: BulkTable): BulkTable {
  return table
}
