/** Writes parents and children into the file of an index; runs in the writer's thread. */
import { createHash } from 'node:crypto'
import { datesOf, mostFactorOf, type IndexDatabase } from './index_database.js'
import { MARKS, type IndexLayout } from './layout.js'
import { contentOf, marksText, mergeContents, type RowContent } from './row_content.js'
import {
  dayOf,
  MOST_CHILDREN,
  MOST_PARENTS,
  ordinalOf,
  place,
  rowId,
  rowsOfPlace,
  sequenceOfPlace,
} from './row_id.js'
import type { ChildDocument, ParentDocument } from '../../define_search_index.js'
import type { ChunkVectors } from '../../engine.js'

/** The parent that is being written. */
interface Begun {
  document: ParentDocument
  at: number
  shared: RowContent
  own: RowContent
  /** Rows of children are written again whatever their own hash says. */
  changed: boolean
  kept: Set<number>
  nextOrdinal: number
}

export class IndexWriting {
  private begun: Begun | null = null
  private dates: string[] | null = null
  private most: number | null = null
  private rows: number | null = null
  private insertWords: string
  private insertValues: string

  constructor(
    private database: IndexDatabase,
    private layout: IndexLayout = database.layout
  ) {
    const places = (count: number) => Array<string>(count).fill('?').join(', ')
    this.insertWords = `INSERT INTO words (rowid, ${[...layout.texts.map(({ words }) => words), MARKS].join(', ')})
      VALUES (?, ${places(layout.texts.length + 1)})`
    this.insertValues = `INSERT INTO rows VALUES (${places(3 + layout.values.length)})`
  }

  checkpoint(): string | null {
    const checkpoint = this.database.about('checkpoint')
    return checkpoint === null ? null : String(checkpoint)
  }

  /**
   * Whether children must be put. Where only fields of the parent's own row
   * differ, that row is written again and the children stay.
   */
  startParent(document: ParentDocument): boolean {
    this.begin()
    const { shared, own } = contentOf(this.layout, document, 'parent')
    const day = dayOf(document.date)
    const sharedHash = hashOf([document.date, document.factor, plain(shared)])
    const ownHash = hashOf(plain(own))
    const known = this.database.row<[number, number, Uint8Array | null, Uint8Array | null]>(
      'SELECT sequence, day, shared, own FROM parents WHERE key = ?',
      document.key
    )
    const changed = !known || !sameBytes(known[2], sharedHash)
    const sequence = known?.[0] ?? this.freeSequence(document.key)
    const at = place(day, sequence)
    if (known && changed) this.removeRows(place(known[1], sequence))
    if (changed || !sameBytes(known[3], ownHash))
      this.database.run(
        'INSERT OR REPLACE INTO parents VALUES (?, ?, ?, ?, ?)',
        sequence,
        document.key,
        day,
        sharedHash,
        ownHash
      )
    const ownChanged = changed || !sameBytes(known[3], ownHash)
    this.begun = {
      document,
      at,
      shared,
      own,
      changed,
      kept: new Set(),
      nextOrdinal: changed ? 1 : this.nextOrdinal(at),
    }
    this.followDates(document)
    if (this.layout.definition.ownRow === 'always' && ownChanged) this.writeOwnRow(this.begun)
    return changed
  }

  putChildren(children: ChildDocument[]): void {
    const begun = this.current()
    for (const child of children) {
      begun.kept.add(child.key)
      this.putChild(begun, child)
    }
  }

  finishParent({ complete }: { complete: boolean }): void {
    const begun = this.current()
    if (complete) this.removeOthers(begun)
    if (this.layout.definition.ownRow === 'without children') {
      const [first, last] = rowsOfPlace(begun.at)
      const [children, own] = this.database.row<[number, number]>(
        `SELECT count(*) FILTER (WHERE row > ?1), count(*) FILTER (WHERE row = ?1) FROM
          (SELECT row FROM rows WHERE row BETWEEN ?1 AND ?2 LIMIT 2)`,
        first,
        last
      )!
      if (children && own) this.removeRow(first)
      if (!children && !own) this.writeOwnRow(begun)
    }
    this.begun = null
  }

  /** The parents children are under; those the index does not have are left out. */
  parentsOf(children: number[]): Map<number, number> {
    const found = children.flatMap((child): [number, number][] => {
      const at = this.database.row<[number]>('SELECT row >> 18 FROM children WHERE key = ?', child)
      const parent =
        at &&
        this.database.row<[number]>(
          'SELECT key FROM parents WHERE sequence = ?',
          sequenceOfPlace(at[0])
        )
      return parent ? [[child, parent[0]]] : []
    })
    return new Map(found)
  }

  removeParents(keys: number[]): void {
    this.begin()
    for (const key of keys) {
      const known = this.database.row<[number, number]>(
        'SELECT sequence, day FROM parents WHERE key = ?',
        key
      )
      if (!known) continue
      this.removeRows(place(known[1], known[0]))
      this.database.run('DELETE FROM parents WHERE sequence = ?', known[0])
    }
  }

  /** A parent that loses its last child is new for the next `startParent`: the row of its own must be written. */
  removeChildren(keys: number[]): void {
    this.begin()
    for (const key of keys) {
      const known = this.database.row<[number, number]>(
        'SELECT row >> 18, row & 262143 FROM children WHERE key = ?',
        key
      )
      if (!known) continue
      this.removeRow(rowId(known[0], known[1]))
      this.database.run('DELETE FROM children WHERE key = ?', key)
      const [first, last] = rowsOfPlace(known[0])
      if (!this.database.row('SELECT 1 FROM rows WHERE row BETWEEN ? AND ? LIMIT 1', first, last))
        this.database.run(
          'UPDATE parents SET shared = NULL WHERE sequence = ?',
          known[0] % MOST_PARENTS
        )
    }
  }

  putChunks(_chunks: ChunkVectors[]): void {
    throw new Error('Vectors cannot be written yet.')
  }

  /** Gives back what was not committed, and the file. */
  finish(): void {
    this.rollback()
    this.database.close()
  }

  commit(checkpoint: string): void {
    this.begin()
    this.database.setAbout('rows', this.rowCount())
    this.database.setAbout('checkpoint', checkpoint)
    this.database.run(
      `INSERT INTO about VALUES ('generation', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1`
    )
    this.database.connection.exec('COMMIT')
    this.begun = null
  }

  rollback(): void {
    if (this.database.connection.isTransaction) this.database.connection.exec('ROLLBACK')
    this.begun = null
    this.dates = null
    this.most = null
    this.rows = null
  }

  private rowCount(): number {
    this.rows ??= Number(this.database.about('rows') ?? 0)
    return this.rows
  }

  private begin(): void {
    if (!this.database.connection.isTransaction) this.database.connection.exec('BEGIN IMMEDIATE')
  }

  private current(): Begun {
    if (!this.begun) throw new Error('startParent comes before its children.')
    return this.begun
  }

  private putChild(begun: Begun, child: ChildDocument): void {
    const { shared: content } = contentOf(this.layout, child, 'child')
    const hash = hashOf(plain(content))
    const known = this.database.row<[number, number, Uint8Array]>(
      'SELECT row >> 18, row & 262143, content FROM children WHERE key = ?',
      child.key
    )
    if (known && known[0] === begun.at && !begun.changed && sameBytes(known[2], hash)) return
    if (known) this.removeRow(rowId(known[0], known[1]))
    const ordinal = known && known[0] === begun.at ? known[1] : this.takeOrdinal(begun)
    const row = rowId(begun.at, ordinal)
    this.database.run('INSERT OR REPLACE INTO children VALUES (?, ?, ?)', child.key, row, hash)
    this.writeRow(row, child.key, begun.document.factor, mergeContents(begun.shared, content))
  }

  private writeOwnRow({ at, document, shared, own }: Begun): void {
    const row = rowId(at, 0)
    this.removeRow(row)
    this.writeRow(row, document.key, document.factor, mergeContents(shared, own))
  }

  private writeRow(row: bigint, key: number, factor: number, content: RowContent): void {
    const { texts, values } = this.layout
    this.rows = this.rowCount() + 1
    this.most ??= mostFactorOf(this.database)
    if (factor > this.most) this.database.setAbout('factor', (this.most = factor))
    this.database.run(
      this.insertWords,
      row,
      ...texts.map(({ words }) => content.words.get(words!) ?? ''),
      marksText(content.marks)
    )
    this.database.run(
      this.insertValues,
      row,
      key,
      factor,
      ...values.map(({ value }) => content.values.get(value!) ?? null)
    )
  }

  private removeRow(row: bigint): void {
    if (!this.database.run('DELETE FROM rows WHERE row = ?', row)) return
    this.database.run('DELETE FROM words WHERE rowid = ?', row)
    this.rows = this.rowCount() - 1
  }

  /** Rows of a parent; its children are forgotten with them. */
  private removeRows(at: number): void {
    const [first, last] = rowsOfPlace(at)
    const rows = [
      ...this.database.rows<[number, number]>(
        `SELECT ${ordinalOf('row')}, key FROM rows WHERE row BETWEEN ? AND ?`,
        [first, last]
      ),
    ]
    for (const [ordinal, key] of rows) {
      this.removeRow(rowId(at, ordinal))
      if (ordinal) this.database.run('DELETE FROM children WHERE key = ?', key)
    }
  }

  private removeOthers({ at, kept }: Begun): void {
    const [first, last] = rowsOfPlace(at)
    const keys = [
      ...this.database.rows<[number]>('SELECT key FROM rows WHERE row > ? AND row <= ?', [
        first,
        last,
      ]),
    ].flat()
    for (const key of keys) {
      if (kept.has(key)) continue
      const [ordinal] = this.database.row<[number]>(
        'SELECT row & 262143 FROM children WHERE key = ?',
        key
      )!
      this.removeRow(rowId(at, ordinal))
      this.database.run('DELETE FROM children WHERE key = ?', key)
    }
  }

  /** The key itself where it fits, so that rows of a day are in the order of keys. */
  private freeSequence(key: number): number {
    const taken = (sequence: number) =>
      this.database.row('SELECT 1 FROM parents WHERE sequence = ?', sequence)
    if (key >= 0 && key < MOST_PARENTS && !taken(key)) return key
    const [most] = this.database.row<[number | null]>('SELECT max(sequence) FROM parents')!
    const next = (most ?? 0) + 1
    if (next < MOST_PARENTS) return next
    for (let sequence = 0; sequence < MOST_PARENTS; sequence++)
      if (!taken(sequence)) return sequence
    throw new Error(`The index "${this.layout.name}" is full: it holds ${MOST_PARENTS} parents.`)
  }

  private nextOrdinal(at: number): number {
    const [first, last] = rowsOfPlace(at)
    const most = this.database.row<[number | null]>(
      'SELECT max(row) & 262143 FROM rows WHERE row BETWEEN ? AND ?',
      first,
      last
    )!
    return (most[0] ?? 0) + 1
  }

  private takeOrdinal(begun: Begun): number {
    if (begun.nextOrdinal <= MOST_CHILDREN) return begun.nextOrdinal++
    const free = this.database.row<[number]>(
      `SELECT value FROM (SELECT row & 262143 AS value FROM rows WHERE row BETWEEN ? AND ?) a
        WHERE NOT EXISTS (SELECT 1 FROM rows WHERE row = ? + a.value + 1) AND value < ${MOST_CHILDREN} LIMIT 1`,
      ...rowsOfPlace(begun.at),
      rowId(begun.at, 0)
    )
    if (free) return free[0] + 1
    throw new Error(
      `Parent ${begun.document.key} of index "${this.layout.name}" has more than ${MOST_CHILDREN} children.`
    )
  }

  /** Date fields that were the parent's date in every document so far: ranges of them are ranges of rows. */
  private followDates({ date, fields }: ParentDocument): void {
    this.dates ??= datesOf(this.database)
    const still = this.dates.filter((name) => (fields[name] ?? null) === date)
    if (still.length === this.dates.length) return
    this.database.setAbout('dates', JSON.stringify(still))
    this.dates = still
  }
}

function plain({ words, marks, values }: RowContent) {
  return [[...words], marks, [...values]]
}

function hashOf(content: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(content)).digest().subarray(0, 16)
}

function sameBytes(one: Uint8Array | null | undefined, other: Buffer): boolean {
  return !!one && other.equals(one)
}
