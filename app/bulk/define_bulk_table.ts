/**
 * `defineBulkTable`: a table that bulk-data files fill. The importer and the
 * generator know tables only through these declarations.
 */
import type { Random } from './random.js'

/** A column that holds the key of another table's row. */
export interface BulkKey {
  column: string
  table: string
  /** Column there; `id` unless said otherwise. */
  key?: string
}

/** Values of one generated row by column of our own. */
export type GeneratedRow = Record<string, string | number | boolean | null>

export interface GeneratorContext {
  /** Dockets asked for; other tables derive their size from it. */
  dockets: number
  /** Seed of the archive; `Random.of` makes numbers of single rows from it. */
  seed: number
  /** Deterministic random numbers of this table. */
  random: Random
  /**
   * Rows of a file of the sample archive, as texts by column of our own, in
   * the order of the file; none where the sample has no such file.
   */
  sample: (stem: string) => GeneratedRow[]
  /**
   * Rows the archive has of another table, whose keys run from 1; 0 where it
   * has none or the table does not say.
   */
  rowsOf: (stem: string) => number
}

export interface BulkTable {
  /** File name up to the date: `opinion-clusters`. */
  stem: string
  table: string
  /** Files are loaded in ascending order: parents before children. */
  order: number
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
  /** Rows of the synthetic archive, in the order of the file. */
  generate?: (context: GeneratorContext) => Iterable<GeneratedRow>
  /** How many those are, where rows of other tables name them. Their keys run from 1. */
  generatedRows?: (context: Pick<GeneratorContext, 'dockets'>) => number
}

/** Declares a table that bulk-data files fill. */
export function defineBulkTable(table: BulkTable): BulkTable {
  return table
}
