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
  /** Columns that the public files don't have; exports write them to a supplement. */
  absent?: string[]
  /** All columns of the file except the key, if it only updates rows: it is a supplement. */
  only?: string[]
  /** Columns with names, in which character references (`Comm&rsquo;r`) are decoded. */
  names?: string[]
  /** Valid codes by column; rows with other values are rejected. An empty value is always valid. */
  codes?: Record<string, readonly (string | number)[]>
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
  /** SQL statements in the transaction of an import, after its rows are stored. */
  afterward?: string[]
}

/**
 * Adds a file for the columns that the public file of a table doesn't have: the rows of both have
 * the same keys.
 */
export function withSupplements(tables: BulkTable[]): BulkTable[] {
  return tables.flatMap((bulk) => {
    const { stem, table, absent, renames } = bulk
    if (!absent?.length) return [bulk]
    return [bulk, { stem: `${stem}-supplement`, table, only: absent, renames, after: [stem] }]
  })
}

/** Declares a table that is filled from bulk data files. */
export function defineBulkTable(table: BulkTable): BulkTable {
  return table
}
