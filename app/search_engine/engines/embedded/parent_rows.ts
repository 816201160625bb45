/** The rows of a parent in the file of an index: its own row, and those of its children. */
import type { IndexDatabase } from './index_database.js'
import { childLocations, type RowLocation } from './keys.js'
import { mergeContents } from './row_content.js'
import { rowId, rowsOfPlace, sequenceOfPlace } from './row_id.js'
import type { PreparedParent, RowWriting } from './row_writing.js'

export class ParentRows {
  constructor(
    private database: IndexDatabase,
    private rows: RowWriting
  ) {}

  /** @param parent.several whether its rows are marked as rows of a parent with several rows */
  writeOwnRow(parent: { at: number; document: PreparedParent; several: boolean }): void {
    const { key, factor, shared, own } = parent.document
    const row = rowId(parent.at, 0)
    this.rows.remove(row)
    this.rows.write(
      { row, key, factor, isOneOfSeveral: parent.several },
      mergeContents(shared, own)
    )
  }

  /** Removes all rows of a parent. @returns the former locations of its children */
  takeRows(at: number): Map<number, RowLocation> {
    const children = childLocations(this.database, at)
    this.rows.remove(rowId(at, 0))
    for (const [key, { ordinal }] of children) {
      this.rows.remove(rowId(at, ordinal))
      this.database.run('DELETE FROM children WHERE key = ?', key)
    }
    return children
  }

  /** Removes the children that are not kept. */
  removeOthers({ at, kept }: { at: number; kept: ReadonlySet<number> }): void {
    for (const [key, location] of childLocations(this.database, at))
      if (!kept.has(key)) this.removeChild(key, location)
  }

  removeChild(key: number, { at, ordinal }: RowLocation): void {
    const row = rowId(at, ordinal)
    this.rows.remove(row)
    this.rows.removeChunks(row)
    this.database.run('DELETE FROM children WHERE key = ?', key)
  }

  /** Marks a parent as having no rows, so that the next `startParent` writes all of it. */
  newIfEmpty(at: number): void {
    const [first, last] = rowsOfPlace(at)
    if (!this.database.row('SELECT 1 FROM rows WHERE row BETWEEN ? AND ? LIMIT 1', first, last))
      this.database.run('UPDATE parents SET shared = NULL WHERE sequence = ?', sequenceOfPlace(at))
  }
}
