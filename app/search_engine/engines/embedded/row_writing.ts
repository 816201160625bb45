/** Writes and removes rows and their words, values, and vectors. */
import type { ChunkVectors } from '../../engine.js'
import { noteChanged } from './facet_columns.js'
import {
  readParentDateFields,
  readMixedParentCount,
  readMaxFactor,
  type IndexDatabase,
} from './index_database.js'
import { marksText, type RowContent, buildRowContent } from './row_content.js'
import { encodeColumns } from './row_breaks.js'
import { addSpellings } from './spellings.js'
import { toVectorBytes, normalised, signBits } from './neighbours.js'
import { MARKS, getCandidateDateFields, type IndexLayout } from './layout.js'
import type { ChildDocument, ParentDocument } from '../../index_definition.js'
import { hash } from 'node:crypto'

/** State of all rows, written with the commit. */
interface Totals {
  rows: number
  chunks: number
  factor: number
  /** JSON of the date fields that equal the parents' date. */
  dates: string
  /** Number of parents with several rows, at least one of which isn't marked as such. */
  mixed: number
}

export interface NewRow {
  row: bigint
  key: number
  factor: number
  /** Whether it is marked as an additional row of its parent. */
  isOneOfSeveral: boolean
}

export class RowWriting {
  private totals: Totals | null = null
  private words: PendingWords
  private changed = new Set<bigint>()
  private insertValues: string

  /** @param isBulk whether the words of all rows are indexed together, later */
  constructor(
    private database: IndexDatabase,
    private isBulk: boolean
  ) {
    const { values } = database.layout
    const places = (count: number) => Array<string>(count).fill('?').join(', ')
    this.words = new PendingWords(database)
    this.insertValues = `INSERT INTO rows VALUES (${places(3 + values.length)})`
  }

  write({ row, key, factor, isOneOfSeveral }: NewRow, content: RowContent): void {
    const { texts, values } = this.database.layout
    const totals = this.total()
    totals.rows++
    this.noteChange(row)
    totals.factor = Math.max(totals.factor, factor)
    const columns = texts.map(({ words }) => content.words.get(words!) ?? '')
    const breaks = texts.flatMap(({ words }, column): [number, number[]][] => {
      const packed = content.breaks.get(words!)
      return packed?.length ? [[column, packed]] : []
    })
    if (!this.isBulk) addSpellings(this.database, columns)
    this.words.add(row, [...columns, marksText(content.marks, isOneOfSeveral)])
    this.database.run('INSERT INTO breaks VALUES (?, ?)', row, encodeColumns(breaks))
    this.database.run(
      this.insertValues,
      row,
      key,
      factor,
      ...values.map(({ value }) => content.values.get(value!) ?? null)
    )
  }

  /** Removes a row if it exists; its vectors are kept because it may be written again. */
  remove(row: bigint): void {
    if (!this.database.run('DELETE FROM rows WHERE row = ?', row)) return
    this.database.run('DELETE FROM breaks WHERE row = ?', row)
    this.noteChange(row)
    if (!this.words.drop(row)) this.database.run('DELETE FROM words WHERE rowid = ?', row)
    this.total().rows--
  }

  moveChunks(from: bigint, to: bigint): void {
    if (from !== to) this.database.run('UPDATE chunks SET row = ? WHERE row = ?', to, from)
  }

  removeChunks(row: bigint): void {
    this.database.run('DELETE FROM vectors WHERE id IN (SELECT id FROM chunks WHERE row = ?)', row)
    this.total().chunks -= this.database.run('DELETE FROM chunks WHERE row = ?', row)
  }

  /** Replaces the vectors of a row. */
  putChunks(row: bigint, vectors: ChunkVectors['vectors']): void {
    this.removeChunks(row)
    for (const [at, given] of vectors.entries()) {
      const vector = normalised(given)
      const [id] = this.database.row<[number]>(
        'INSERT INTO chunks (row, number, bits) VALUES (?, ?, ?) RETURNING id',
        row,
        at + 1,
        signBits(vector)
      )!
      this.database.run('INSERT INTO vectors VALUES (?, ?)', id, toVectorBytes(vector))
      this.total().chunks++
    }
  }

  /**
   * Date fields that equal the parent's date in every document so far: ranges of them are
   * ranges of rows.
   */
  followDates(document: PreparedParent): void {
    const totals = this.total()
    const dates = JSON.parse(totals.dates) as string[]
    const still = dates.filter((name) => document.dates.includes(name))
    if (still.length < dates.length) totals.dates = JSON.stringify(still)
  }

  /** A parent with a row that isn't marked as one of several has gained another row. */
  countMixed(): void {
    this.total().mixed++
  }

  /** Called before a commit. @param generation the generation that starts with it */
  save(generation: number): void {
    this.words.write()
    noteChanged(this.database, this.changed, generation)
    this.changed.clear()
    if (!this.totals) return
    for (const [name, value] of Object.entries(this.totals)) this.database.setAbout(name, value)
  }

  /** Called after a rollback. */
  forget(): void {
    this.words.forget()
    this.changed.clear()
    this.totals = null
  }

  private noteChange(row: bigint): void {
    // A file that is being built has no readers.
    if (!this.isBulk) this.changed.add(row)
  }

  private total(): Totals {
    return (this.totals ??= {
      rows: Number(this.database.about('rows') ?? 0),
      chunks: Number(this.database.about('chunks') ?? 0),
      factor: readMaxFactor(this.database),
      dates: JSON.stringify(readParentDateFields(this.database)),
      mixed: readMixedParentCount(this.database),
    })
  }
}

/** Maximum number of buffered characters. */
const MAX_KEPT = 4 * 1024 * 1024

/**
 * Buffers the words of rows until there are many: FTS5 merges rows written in ascending order,
 * and starts a new list whenever a row follows a later one.
 */
class PendingWords {
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

  /** Drops a buffered row. Returns whether it was buffered, and so will never be written. */
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

export interface PreparedParent {
  key: number
  /** `2020-01-31`; null if unknown. */
  date: string | null
  factor: number
  /** Date fields that equal this date. */
  dates: string[]
  /** Terms of every row of the parent; `own` has additional terms of the parent's own row. */
  shared: RowContent
  own: RowContent
  sharedHash: Uint8Array
  ownHash: Uint8Array
}

export interface PreparedChild {
  key: number
  content: RowContent
  hash: Uint8Array
}

export function prepareParent(layout: IndexLayout, document: ParentDocument): PreparedParent {
  const { key, date, factor, fields } = document
  const { shared, own } = buildRowContent(layout, document, 'parent')
  return {
    key,
    date,
    factor,
    dates: getCandidateDateFields(layout).filter((name) => (fields[name] ?? null) === date),
    shared,
    own,
    sharedHash: contentHash(shared, date, factor),
    ownHash: contentHash(own),
  }
}

export function prepareChild(layout: IndexLayout, document: ChildDocument): PreparedChild {
  const { shared: content } = buildRowContent(layout, document, 'child')
  return { key: document.key, content, hash: contentHash(content) }
}

function contentHash(content: RowContent, ...more: unknown[]): Uint8Array {
  const { words, breaks, marks, values } = content
  const text = JSON.stringify([[...words], [...breaks], marks, [...values], more])
  return hash('sha256', text, 'buffer').subarray(0, 16)
}

export function isSame(one: Uint8Array | null | undefined, other: Uint8Array): boolean {
  return !!one && Buffer.compare(one, other) === 0
}
