import type { Random } from '#app/support/random'

/** A generated row: values by column of the database. */
export type GeneratedRow = Record<string, string | number | boolean | null>

export interface GeneratorContext {
  /** Number of dockets requested; other tables derive their size from it. */
  dockets: number
  /** Seed of the archive; `Random.of` derives the random numbers of single rows from it. */
  seed: number
  /** Deterministic random numbers of this table. */
  random: Random
  /**
   * Rows of a file of the sample archive in file order, as texts by column of the database; empty
   * if the sample doesn't have the file.
   */
  sample: (stem: string) => GeneratedRow[]
  /** Number of rows of another table, whose keys start at 1; 0 if it declares no `count`. */
  rowsOf: (stem: string) => number
}

/** Generates the rows of one bulk file. */
export interface TableGenerator {
  /** The rows in file order. */
  rows: (context: GeneratorContext) => Iterable<GeneratedRow>
  /** Number of rows, for tables that others refer to. Their keys start at 1. */
  count?: (context: Pick<GeneratorContext, 'dockets'>) => number
}
