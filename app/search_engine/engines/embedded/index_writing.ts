/** Writes parents and children into the file of an index; runs in the writer's thread. */
import type { ChunkVectors } from '../../engine.js'
import { isSame, type PreparedChild, type PreparedParent, RowWriting } from './row_writing.js'
import { readIndexGeneration, type IndexDatabase } from './index_database.js'
import {
  keyOfParent,
  childLocation,
  childLocations,
  knownParent,
  parentLocation,
  type KnownParent,
  type RowLocation,
} from './keys.js'
import {
  freeOrdinal,
  freeSequence,
  readMaxOrdinal,
  toRowIdDay,
  place,
  rowId,
  rowsOfPlace,
  sequenceOfPlace,
} from './row_id.js'
import { ParentRows } from './parent_rows.js'
import { mergeContents } from './row_content.js'
import { addAllSpellings } from './spellings.js'
import { mergeAll } from './word_segments.js'

/** The parent that is being written. */
interface Begun {
  document: PreparedParent
  at: number
  /** Whether the index already had it. */
  isKnown: boolean
  /** Whether all of its rows are being written, not only some of them. */
  isWhole: boolean
  /** Whether its rows are marked as rows of a parent with several rows. */
  several: boolean
  /** Its first child, held until it is known whether it is the only one. */
  held: { child: PreparedChild; chunks?: ChunkVectors } | null
  kept: Set<number>
  /** The previous locations of its children. */
  former: Map<number, RowLocation>
  lastOrdinal: number
}

export class IndexWriting {
  private begun: Begun | null = null
  private rows: RowWriting
  private parents: ParentRows

  /** @param isBulk whether `optimize` follows before the index is searched */
  constructor(
    private database: IndexDatabase,
    { isBulk = false }: { isBulk?: boolean } = {}
  ) {
    this.rows = new RowWriting(database, isBulk)
    this.parents = new ParentRows(database, this.rows)
  }

  checkpoint(): string | null {
    const checkpoint = this.database.about('checkpoint')
    return checkpoint === null ? null : String(checkpoint)
  }

  /** The parents of children; children that the index does not have are omitted. */
  findParents(children: number[]): Map<number, number> {
    const found = children.flatMap((child): [number, number][] => {
      const at = childLocation(this.database, child)?.at
      return at === undefined ? [] : [[child, keyOfParent({ database: this.database }, at)]]
    })
    return new Map(found)
  }

  /** Keys of the parents whose children must all be put. */
  findChangedParents(parents: { parent: PreparedParent; children?: number[] }[]): number[] {
    return parents.flatMap(({ parent, children = [] }) => {
      const known = knownParent(this.database, parent.key)
      return !known || this.differs(known, parent, children) ? [parent.key] : []
    })
  }

  /**
   * Whether children must be put. If only fields of the parent's own row differ, that row is
   * rewritten and the children are kept.
   */
  startParent(document: PreparedParent, { children = [] }: { children?: number[] } = {}): boolean {
    this.begin()
    const { sharedHash, ownHash } = document
    const known = knownParent(this.database, document.key)
    const changed = !known || this.differs(known, document, children)
    const ownChanged = changed || !isSame(known[3], ownHash)
    const several = !changed && known[4] === 1
    const day = toRowIdDay(document.date)
    const sequence = known?.[0] ?? freeSequence(this.database, document.key)
    const at = place(day, sequence)
    const formerAt = known ? place(known[1], sequence) : at
    const lastOrdinal = known ? readMaxOrdinal(this.database, formerAt) : 0
    const former =
      changed && known ? this.parents.takeRows(formerAt) : new Map<number, RowLocation>()
    const [isKnown, isWhole] = [known !== undefined, changed]
    this.begun = {
      isKnown,
      document,
      at,
      isWhole,
      several,
      held: null,
      kept: new Set(),
      former,
      lastOrdinal,
    }
    if (ownChanged)
      this.database.run(
        'INSERT OR REPLACE INTO parents VALUES (?, ?, ?, ?, ?, ?)',
        sequence,
        document.key,
        day,
        several ? 1 : 0,
        sharedHash,
        ownHash
      )
    this.rows.moveChunks(rowId(formerAt, 0), rowId(at, 0))
    this.rows.followDates(document)
    if (this.database.layout.definition.ownRow === 'always' && ownChanged)
      this.parents.writeOwnRow(this.begun)
    return changed
  }

  putChildren(children: PreparedChild[]): void {
    const begun = this.current()
    for (const child of children) {
      begun.kept.add(child.key)
      if (!this.isHeld(begun, child)) this.putChild(begun, child)
    }
  }

  finishParent({ complete }: { complete: boolean }): void {
    const begun = this.current()
    this.putHeld(begun)
    if (begun.isKnown) this.settleRows(begun, complete)
    else if (this.database.layout.definition.ownRow === 'without children' && !begun.kept.size)
      this.parents.writeOwnRow(begun)
    this.begun = null
  }

  /** Updates the stored rows of a parent to its current ones. */
  private settleRows(begun: Begun, complete: boolean): void {
    if (complete) this.parents.removeOthers(begun)
    this.countIfMixed(begun)
    for (const [key, { at, ordinal }] of begun.former)
      if (!begun.kept.has(key)) this.rows.removeChunks(rowId(at, ordinal))
    if (this.database.layout.definition.ownRow === 'without children') {
      const [first, last] = rowsOfPlace(begun.at)
      const hasChildren = this.database.row(
        'SELECT 1 FROM rows WHERE row > ? AND row <= ? LIMIT 1',
        first,
        last
      )
      const hasOwn = this.database.row('SELECT 1 FROM rows WHERE row = ?', first)
      if (hasChildren && hasOwn) this.rows.remove(first)
      if (!hasChildren && !hasOwn) this.parents.writeOwnRow(begun)
    }
  }

  removeParents(keys: number[]): void {
    this.begin()
    for (const key of keys) {
      const known = knownParent(this.database, key)
      if (!known) continue
      const at = place(known[1], known[0])
      this.rows.removeChunks(rowId(at, 0))
      for (const child of this.parents.takeRows(at).values())
        this.rows.removeChunks(rowId(child.at, child.ordinal))
      this.database.run('DELETE FROM parents WHERE sequence = ?', known[0])
    }
  }

  removeChildren(keys: number[]): void {
    this.begin()
    for (const key of keys) {
      const known = childLocation(this.database, key)
      if (!known) continue
      this.parents.removeChild(key, known)
      this.parents.newIfEmpty(known.at)
    }
  }

  /** Vectors of records that the index does not have are ignored. */
  putChunks(chunks: ChunkVectors[]): void {
    this.begin()
    for (const given of chunks) {
      const { key, vectors } = given
      const held = this.begun?.held
      if (held?.child.key === key) {
        held.chunks = given
        continue
      }
      const spot = this.database.layout.hasChildren
        ? childLocation(this.database, key)
        : parentLocation(this.database, key)
      if (spot) this.rows.putChunks(rowId(spot.at, spot.ordinal), vectors)
    }
  }

  commit(checkpoint: string): void {
    this.begin()
    const generation = readIndexGeneration(this.database) + 1
    this.rows.save(generation)
    this.database.setAbout('checkpoint', checkpoint)
    this.database.setAbout('generation', generation)
    this.database.connection.exec('COMMIT')
    this.begun = null
  }

  rollback(): void {
    if (this.database.connection.isTransaction) this.database.connection.exec('ROLLBACK')
    this.begun = null
    this.rows.forget()
  }

  /** Makes bulk writes searchable. */
  optimize(): void {
    this.rollback()
    mergeAll(this.database)
    addAllSpellings(this.database)
  }

  /** Rolls back uncommitted writes and releases the file. */
  finish(): void {
    this.rollback()
    this.database.close()
  }

  private begin(): void {
    if (!this.database.connection.isTransaction) this.database.connection.exec('BEGIN IMMEDIATE')
  }

  private current(): Begun {
    if (!this.begun) throw new Error('Call startParent before adding children.')
    return this.begun
  }

  private putChild(begun: Begun, { key, content, hash }: PreparedChild): void {
    const known = childLocation(this.database, key)
    if (known?.at === begun.at && isSame(known.hash, hash)) return
    const former = begun.former.get(key) ?? known
    if (known) this.rows.remove(rowId(known.at, known.ordinal))
    const stays = former && sequenceOfPlace(former.at) === sequenceOfPlace(begun.at)
    const ordinal = stays ? former.ordinal : freeOrdinal(this.database, begun.at, begun.lastOrdinal)
    begun.lastOrdinal = Math.max(begun.lastOrdinal, ordinal)
    const row = rowId(begun.at, ordinal)
    if (former) this.rows.moveChunks(rowId(former.at, former.ordinal), row)
    this.database.run('INSERT OR REPLACE INTO children VALUES (?, ?, ?)', key, row, hash)
    const { shared, factor } = begun.document
    const isOneOfSeveral = begun.several
    this.rows.write({ row, key, factor, isOneOfSeveral }, mergeContents(shared, content))
    if (known && !stays) this.parents.newIfEmpty(known.at)
  }

  private differs(known: KnownParent, { sharedHash }: PreparedParent, children: number[]): boolean {
    return !isSame(known[2], sharedHash) || (!known[4] && this.wereAlone(known, children))
  }

  /** Whether a parent whose rows lack the mark for several rows would have more than one child. */
  private wereAlone([sequence, day]: [number, number, ...unknown[]], children: number[]): boolean {
    if (!this.database.layout.marksSeveral || !children.length) return false
    return (
      new Set([...childLocations(this.database, place(day, sequence)).keys(), ...children]).size > 1
    )
  }

  /** Holds back a parent's first child until the second arrives; then both get the mark for several rows. */
  private isHeld(begun: Begun, child: PreparedChild): boolean {
    const { held } = begun
    if (!this.database.layout.marksSeveral || !begun.isWhole || begun.several) return false
    if (!held || held.child.key === child.key) {
      begun.held = { child }
      return true
    }
    begun.several = true
    this.database.run(
      'UPDATE parents SET several = 1 WHERE sequence = ?',
      sequenceOfPlace(begun.at)
    )
    this.putHeld(begun)
    return false
  }

  private putHeld(begun: Begun): void {
    const { held } = begun
    if (!held) return
    begun.held = null
    this.putChild(begun, held.child)
    if (held.chunks) this.putChunks([held.chunks])
  }

  /** Parents can be counted by the marks as long as no parent is mixed. */
  private countIfMixed({ at, isWhole, several, kept }: Begun): void {
    if (!this.database.layout.marksSeveral || isWhole || several || !kept.size) return
    if (childLocations(this.database, at).size > 1) this.rows.countMixed()
  }
}
