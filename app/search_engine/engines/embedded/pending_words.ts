/**
 * Words of rows that are to be written, kept until there are many: FTS5 takes
 * rows in ascending order together, and begins a new list wherever a row
 * comes after a later one.
 */
import type { IndexDatabase } from './index_database.js'
import { MARKS } from './layout.js'

/** Characters kept at most. */
const MAX_KEPT = 4 * 1024 * 1024

export class PendingWords {
  private kept = new Map<bigint, string[]>()
  private size = 0
  private readonly insert: string

  constructor(private database: IndexDatabase) {
    const columns = [...database.layout.texts.map(({ words }) => words!), MARKS]
    this.insert = `INSERT INTO words (rowid, ${columns.join(', ')})
      VALUES (?, ${columns.map(() => '?').join(', ')})`
  }

  /** @param columns the words of each column, then the marks */
  add(row: bigint, columns: string[]): void {
    this.kept.set(row, columns)
    for (const { length } of columns) this.size += length
    if (this.size > MAX_KEPT) this.write()
  }

  /** Whether the row was kept; then it never comes to be. */
  drop(row: bigint): boolean {
    return this.kept.delete(row)
  }

  write(): void {
    const rows = BigInt64Array.from(this.kept.keys()).sort()
    for (const row of rows) this.database.run(this.insert, row, ...this.kept.get(row)!)
    this.forget()
  }

  forget(): void {
    this.kept.clear()
    this.size = 0
  }
}
