/**
 * Reads the positions of words from the tables in which FTS5 keeps its postings lists: FTS5
 * evaluates expressions of them, but returns no positions. The format is part of the file format
 * of SQLite and doesn't change.
 *
 * A list belongs to one word and one segment (postings_list.ts). A row that was replaced or deleted stays in its segment; the segment's tombstones list it.
 */
import type { IndexDatabase } from './index_database.js'
import { Input, LOW, LOW_BITS, PostingsList, sizeOfLeaf, type Positions } from './postings_list.js'

const ORDINAL_BITS = 18
const STRUCTURE_ID = 10
const SEGMENT_BITS = 37
const FIRST_TOMBSTONE_SEGMENT = 2 ** 16
/** The first byte of the words of the main index. */
const MAIN = 48
/** Marks the version of the list of segments that has tombstones. */
const WITH_TOMBSTONES = 0xff000001

/** The upper part of the row ID of a place and an ordinal. */
export const upperBits = (place: number) => Math.floor(place / 2 ** (LOW_BITS - ORDINAL_BITS))
export const lowerBits = (place: number, ordinal: number) =>
  (place % 2 ** (LOW_BITS - ORDINAL_BITS)) * 2 ** ORDINAL_BITS + ordinal

interface Segment {
  id: number
  first: number
  last: number
  tombstonePages: number
}

/** Reads pages and segments in the current snapshot. */
export class PostingsReader {
  private segments: Segment[] | null = null
  private tombstones = new Map<string, Uint8Array | null>()

  constructor(
    private database: IndexDatabase,
    /** Called for each page; throws if the search must stop. */
    private checkLimits: () => void
  ) {}

  /** Starts another snapshot. */
  forget(): void {
    this.segments = null
    this.tombstones.clear()
  }

  page(segment: number, page: number): Uint8Array {
    this.checkLimits()
    const [block] = this.database.namedRow<[Uint8Array]>(
      'SELECT block FROM words_data WHERE id = ?',
      (BigInt(segment) << BigInt(SEGMENT_BITS)) + BigInt(page)
    )
    return block
  }

  /** The postings of a word. */
  word(word: string): WordPostings {
    const term = Uint8Array.from([MAIN, ...Buffer.from(word)])
    const lists = this.listSegments().flatMap((segment) => {
      const list = this.find(segment, term)
      return list ? [{ segment, list }] : []
    })
    return new WordPostings(lists, this)
  }

  /** Whether a row of a segment was replaced or deleted. */
  isDeleted({ id, tombstonePages }: Segment, high: number, low: number): boolean {
    if (!tombstonePages) return false
    const row = BigInt(high) * BigInt(LOW) + BigInt(low)
    const number = Number(row % BigInt(tombstonePages))
    const page = this.tombstonePage(id, number)
    if (!page) return false
    const view = new DataView(page.buffer, page.byteOffset, page.byteLength)
    const size = page[0] === 4 ? 4 : 8
    const slots = page.length > 16 ? Math.floor((page.length - 8) / size) : 1
    let slot = Number((row / BigInt(tombstonePages)) % BigInt(slots))
    for (let tried = 0; tried < slots; tried++, slot = (slot + 1) % slots) {
      const at = 8 + slot * size
      const found = size === 4 ? BigInt(view.getUint32(at)) : view.getBigUint64(at)
      if (found === row) return true
      if (found === 0n) return false
    }
    return false
  }

  private tombstonePage(segment: number, page: number): Uint8Array | null {
    const name = `${segment} ${page}`
    let block = this.tombstones.get(name)
    if (block === undefined) {
      const id = (BigInt(segment + FIRST_TOMBSTONE_SEGMENT) << BigInt(SEGMENT_BITS)) + BigInt(page)
      const row = this.database.row<[Uint8Array]>('SELECT block FROM words_data WHERE id = ?', id)
      this.tombstones.set(name, (block = row?.[0] ?? null))
    }
    return block
  }

  private listSegments(): Segment[] {
    if (this.segments) return this.segments
    const [block] = this.database.namedRow<[Uint8Array]>(
      `SELECT block FROM words_data WHERE id = ${STRUCTURE_ID}`
    )
    const input = new Input(block, 4)
    const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
    const hasTombstones = block.length >= 8 && view.getUint32(4) === WITH_TOMBSTONES
    if (hasTombstones) input.at += 4
    const levels = input.integer()
    input.integer()
    input.integer()
    const segments: Segment[] = []
    for (let level = 0; level < levels; level++) {
      input.integer()
      for (let count = input.integer(); count > 0; count--) {
        const [id, first, last] = [input.integer(), input.integer(), input.integer()]
        let tombstonePages = 0
        if (hasTombstones) {
          input.integer()
          input.integer()
          tombstonePages = input.integer()
          input.integer()
          input.integer()
        }
        // A segment whose words have all been merged into another one is empty.
        if (first > 0) segments.push({ id, first, last, tombstonePages })
      }
    }
    return (this.segments = segments)
  }

  /** The list of a word in a segment, or null. */
  private find({ id, first, last }: Segment, term: Uint8Array): PostingsList | null {
    const [before] =
      this.database.row<[number]>(
        'SELECT pgno FROM words_idx WHERE segid = ? AND term <= ? ORDER BY term DESC LIMIT 1',
        id,
        term
      ) ?? []
    const [after] =
      this.database.row<[number]>(
        'SELECT pgno FROM words_idx WHERE segid = ? AND term > ? ORDER BY term LIMIT 1',
        id,
        term
      ) ?? []
    const start = before === undefined ? first : Math.max(first, before >> 1)
    const end = after === undefined ? last : after >> 1
    const block = this.page(id, start)
    const found = findTerm(block, term)
    if (!found) return null
    const list = new PostingsList(this, id, found.isLast ? end : start)
    list.open(block, start, found.at, found.end)
    return list
  }
}

/** The doclist of a word on the page on which it starts. */
function findTerm(
  block: Uint8Array,
  term: Uint8Array
): { at: number; end: number; isLast: boolean } | null {
  const size = sizeOfLeaf(block)
  const offsets = new Input(block, size)
  const input = new Input(block, 0)
  const current: number[] = []
  for (let at = 0, isFirst = true; offsets.at < block.length; isFirst = false) {
    at += offsets.integer()
    input.at = at
    current.length = isFirst ? 0 : input.integer()
    for (let rest = input.integer(); rest > 0; rest--) current.push(block[input.at++]!)
    if (!isEqual(current, term)) continue
    const isLast = offsets.at >= block.length
    return { at: input.at, end: isLast ? size : at + offsets.integer(), isLast }
  }
  return null
}

function isEqual(one: number[], other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  for (let at = other.length - 1; at >= 0; at--) if (one[at] !== other[at]) return false
  return true
}

/** The postings of a word in all segments, read forward. */
export class WordPostings {
  constructor(
    private lists: { segment: Segment; list: PostingsList }[],
    private reader: PostingsReader
  ) {}

  /** Positions in a row, by column; null if the word isn't in it. Rows must be read in order. */
  at(high: number, low: number): Positions | null {
    let found: Positions | null = null
    for (const { segment, list } of this.lists) {
      list.seek(high, low)
      if (list.isDone || list.high !== high || list.low !== low) continue
      if (this.reader.isDeleted(segment, high, low)) continue
      list.readPositions((found ??= new Map()))
    }
    return found
  }
}
