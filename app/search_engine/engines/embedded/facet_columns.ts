/**
 * In-memory cache of the facet values of rows: looking a row up takes as long as finding ten.
 * Values are kept in blocks of days, and changed rows are read again. Each value is a number in
 * a list; 0 means no value.
 */

import { buildDeadlineCheckSql } from './condition.js'
import type { IndexDatabase } from './index_database.js'
import type { FieldPlace } from './layout.js'
import {
  blockOfPlace,
  buildOrdinalSql,
  buildPlaceSql,
  rowId,
  rowsOfBlock,
  NEWEST_FIRST,
} from './row_id.js'
import type { FacetValue } from '../../engine.js'

/** Maximum number of rows kept; each takes about 12 bytes, plus 4 per facet. */
const MAX_KEPT = 1_000_000

const MILLISECONDS_A_DAY = 86_400_000

type Value = FacetValue['value']

interface KeptBlock extends ColumnBlock {
  usedBy: number
}

export class FacetColumns {
  /** In order of use, most recently used last. */
  readonly #blocks = new Map<number, KeptBlock>()
  #kept = 0
  #searches = 0
  #mayRead = 0
  /** By facet: the values by number minus one, and the value numbers by column value. */
  readonly #lists: { values: Value[]; numbers: Map<Value, number>; codes: Map<Value, number> }[]
  readonly #columns: string[]

  constructor(
    readonly database: IndexDatabase,
    readonly mostKept = MAX_KEPT
  ) {
    const { facets } = database.layout
    this.#lists = facets.map(() => ({ values: [], numbers: new Map(), codes: new Map() }))
    this.#columns = facets.map(({ value }) => `r.${value}`)
  }

  /** SQL of the facet values of a row `r`, in facet order. */
  get columns(): string[] {
    return this.#columns
  }

  /**
   * Called when a search starts; the blocks it uses are kept until the next search.
   *
   * @param mostRead maximum number of rows it may read, plus the rows of one more block
   */
  begin(mostRead: number): void {
    this.#searches++
    this.#mayRead = mostRead
  }

  /** The block of a place; null if there is no room for it, or the search has read enough. */
  blockAt(place: number): ColumnBlock | null {
    const block = blockOfPlace(place)
    const known = this.#blocks.get(block)
    this.#blocks.delete(block)
    const kept = known ?? (this.#mayRead > 0 ? this.#read(block) : null)
    if (!kept) return null
    kept.usedBy = this.#searches
    this.#blocks.set(block, kept)
    return kept
  }

  /** The number of a column value. */
  encodeFacetValue(facet: number, held: Value | null): number {
    if (held === null) return 0
    const { values, numbers, codes } = this.#lists[facet]!
    const known = codes.get(held)
    if (known !== undefined) return known
    const value = shown(this.database.layout.facets[facet]!, held)
    const number = numbers.get(value) ?? values.push(value)
    numbers.set(value, number)
    codes.set(held, number)
    return number
  }

  /** The value of a number above 0. */
  decodeFacetValue(facet: number, code: number): Value {
    return this.#lists[facet]!.values[code - 1]!
  }

  /** Rereads what changed since a commit. @param now the generation of the snapshot */
  follow(since: number, now: number): void {
    if (!this.#blocks.size) return
    const changed = changedSince(this.database, since, now)
    if (!changed) {
      this.#blocks.clear()
      this.#kept = 0
      return
    }
    for (const [block, rows] of Map.groupBy(changed, ({ place }) => blockOfPlace(place))) {
      const kept = this.#blocks.get(block)
      if (!kept) continue
      const followed = withChanges(
        kept,
        rows.map(({ place, ordinal }) => this.#rowNow(place, ordinal))
      )
      this.#kept += followed.places.length - kept.places.length
      this.#blocks.set(block, { ...followed, usedBy: kept.usedBy })
    }
  }

  #rowNow(place: number, ordinal: number): ChangedRow {
    const held = this.database.row<(Value | null)[]>(
      `SELECT ${this.#columns.join(', ')} FROM rows r WHERE row = ?`,
      rowId(place, ordinal)
    )
    const codes = held?.map((value, facet) => this.encodeFacetValue(facet, value))
    return { place, ordinal, codes: codes ?? null }
  }

  #drop(block: number): void {
    this.#kept -= this.#blocks.get(block)?.places.length ?? 0
    this.#blocks.delete(block)
  }

  /** Evicts the least recently used blocks until the given number of rows fits. */
  #makeRoom(rows: number): boolean {
    for (const [block, { usedBy }] of this.#blocks) {
      if (this.#kept + rows <= this.mostKept || usedBy === this.#searches) break
      this.#drop(block)
    }
    return this.#kept + rows <= this.mostKept
  }

  #read(block: number): KeptBlock | null {
    const [first, last] = rowsOfBlock(block)
    const [rows] = this.database.row<[number]>(
      'SELECT count(*) FROM rows WHERE row BETWEEN ? AND ?',
      first,
      last
    )!
    if (!this.#makeRoom(rows)) return null
    this.#kept += rows
    this.#mayRead -= rows
    const read = { ...emptyBlock(rows, this.#columns.length), usedBy: this.#searches }
    const found = this.database.rows<[number, number, ...(Value | null)[]]>(
      `SELECT ${[buildPlaceSql('row'), buildOrdinalSql('row'), ...this.#columns].join(', ')} FROM rows r
        WHERE row BETWEEN ? AND ? AND ${buildDeadlineCheckSql('row')} ORDER BY row DESC`,
      [first, last]
    )
    let at = 0
    for (const [place, ordinal, ...held] of found) {
      read.places[at] = place
      read.ordinals[at] = ordinal
      for (const [facet, value] of held.entries())
        read.codes[facet]![at] = this.encodeFacetValue(facet, value)
      at++
    }
    return read
  }
}

function shown({ kind }: FieldPlace, held: Value): Value {
  if (kind === 'boolean') return held === 1 ? 'true' : 'false'
  if (kind === 'date') return new Date(Number(held) * MILLISECONDS_A_DAY).getUTCFullYear()
  return held
}

/** Number of commits whose changes are kept. */
const KEPT_COMMITS = 1000
/** Above this number of rows, reading all values again is faster. */
const MOST_ROWS = 20_000

/** Called before a commit. @param generation the generation that starts with it */
export function noteChanged(
  database: IndexDatabase,
  rows: Iterable<bigint>,
  generation: number
): void {
  for (const row of rows)
    database.run('INSERT OR REPLACE INTO changed VALUES (?, ?)', row, generation)
  database.run('DELETE FROM changed WHERE generation <= ?', generation - KEPT_COMMITS)
}

/**
 * Rows that were written or removed since a commit, newest first.
 *
 * @returns null if there are too many changes or they are no longer known
 */
function changedSince(
  database: IndexDatabase,
  since: number,
  now: number
): { place: number; ordinal: number }[] | null {
  if (now - since > KEPT_COMMITS) return null
  const rows = [
    ...database.rows<[number, number]>(
      `SELECT ${buildPlaceSql('row')}, ${buildOrdinalSql('row')} FROM changed WHERE generation > ? LIMIT ?`,
      [since, MOST_ROWS + 1]
    ),
  ]
  if (rows.length > MOST_ROWS) return null
  return rows.map(([place, ordinal]) => ({ place, ordinal })).sort(NEWEST_FIRST)
}

/** Newest first, like matching rows. */
interface ColumnBlock {
  places: Float64Array
  ordinals: Uint32Array
  /** By facet of the layout. */
  codes: Uint32Array[]
}

/** A written row or, without codes, a removed row. */
export interface ChangedRow {
  place: number
  ordinal: number
  codes: number[] | null
}

export function emptyBlock(rows: number, facets: number): ColumnBlock {
  return {
    places: new Float64Array(rows),
    ordinals: new Uint32Array(rows),
    codes: Array.from({ length: facets }, () => new Uint32Array(rows)),
  }
}

/** The block with its changed rows updated. @param changes of the block, newest first */
export function withChanges(block: ColumnBlock, changes: ChangedRow[]): ColumnBlock {
  const { length } = block.places
  const made = emptyBlock(length + changes.length, block.codes.length)
  let from = 0
  let to = 0
  const copyUntil = (end: number) => {
    made.places.set(block.places.subarray(from, end), to)
    made.ordinals.set(block.ordinals.subarray(from, end), to)
    for (const [facet, codes] of block.codes.entries())
      made.codes[facet]!.set(codes.subarray(from, end), to)
    to += end - from
    from = end
  }
  for (const { place, ordinal, codes } of changes) {
    let end = from
    while (
      end < length &&
      (block.places[end]! > place ||
        (block.places[end] === place && block.ordinals[end]! > ordinal))
    )
      end++
    copyUntil(end)
    if (end < length && block.places[end] === place && block.ordinals[end] === ordinal) from++
    if (!codes) continue
    made.places[to] = place
    made.ordinals[to] = ordinal
    for (const [facet, code] of codes.entries()) made.codes[facet]![to] = code
    to++
  }
  copyUntil(length)
  return {
    places: made.places.subarray(0, to),
    ordinals: made.ordinals.subarray(0, to),
    codes: made.codes.map((codes) => codes.subarray(0, to)),
  }
}
