/**
 * The postings list of one word in one segment of FTS5, read forward. It starts on a page after its
 * word, and continues on the following pages. For each row, it has the difference to the previous
 * row ID, or the row ID if it is the first one on a further page, then the length of the positions,
 * and the positions.
 */

/** Row IDs are too large for a number: the lower 28 bits, and the bits above. */
export const LOW_BITS = 28
export const LOW = 2 ** LOW_BITS
const HEADER = 4
/** Marks another column in positions. */
const COLUMN = 1
/** Positions are stored with this added. */
const POSITION_OFFSET = 2

/** Positions of a word in a row, by column. */
export type Positions = Map<number, number[]>

interface PageReader {
  page(segment: number, page: number): Uint8Array
}

export const sizeOfLeaf = (block: Uint8Array) => block[2]! * 256 + block[3]!
const firstRowOf = (block: Uint8Array) => block[0]! * 256 + block[1]!

/** Reads the variable-length integers of SQLite: the highest bits first. */
export class Input {
  high = 0

  constructor(
    public block: Uint8Array,
    public at: number
  ) {}

  /** An integer that fits a number of 32 bits. */
  integer(): number {
    const { block } = this
    let byte = block[this.at++]!
    if (byte < 128) return byte
    let number = byte & 127
    do {
      byte = block[this.at++]!
      number = number * 128 + (byte & 127)
    } while (byte >= 128)
    return number
  }

  /** An integer of up to 64 bits; returns its lower bits and sets `high`. */
  long(): number {
    const { block } = this
    let [high, low] = [0, 0]
    for (let count = 1; ; count++) {
      const byte = block[this.at++]!
      const bits = count === 9 ? 8 : 7
      low = low * 2 ** bits + (count === 9 ? byte : byte & 127)
      const carry = Math.floor(low / LOW)
      high = high * 2 ** bits + carry
      low -= carry * LOW
      if (byte < 128 || count === 9) break
    }
    this.high = high
    return low
  }
}

/** One list, read forward. */
export class PostingsList {
  high = 0
  low = 0
  isDone = false
  private input = new Input(new Uint8Array(), 0)
  private page = 0
  private end = 0
  /** Where the page has a row ID instead of a difference. */
  private absoluteAt = -1
  /** Bytes of positions that are still unread. */
  private rest = 0

  constructor(
    private reader: PageReader,
    private segment: number,
    private lastPage: number
  ) {}

  open(block: Uint8Array, page: number, at: number, end: number): void {
    this.input = new Input(block, at)
    this.page = page
    this.end = end
    this.next()
  }

  /** Moves to the first row that isn't before the given one. */
  seek(high: number, low: number): void {
    while (!this.isDone && this.isBefore(high, low)) {
      const { page } = this
      this.next()
      if (this.page !== page && !this.isDone && this.isBefore(high, low)) this.skipPages(high, low)
    }
  }

  /** Adds the positions in the current row. */
  readPositions(found: Positions): void {
    const input = this.rest <= this.end - this.input.at ? this.input : this.gathered()
    const stop = input.at + this.rest
    let [column, position] = [0, 0]
    let list = found.get(0)
    while (input.at < stop) {
      let number = input.integer()
      if (number === COLUMN) {
        column = input.integer()
        position = 0
        list = found.get(column)
        number = input.integer()
      }
      position += number - POSITION_OFFSET
      if (list) list.push(position)
      else found.set(column, (list = [position]))
    }
    this.rest = 0
  }

  private isBefore(high: number, low: number): boolean {
    return this.high < high || (this.high === high && this.low < low)
  }

  private next(): void {
    while (this.rest > this.end - this.input.at) {
      this.rest -= this.end - this.input.at
      if (!this.nextPage()) return
    }
    this.input.at += this.rest
    this.rest = 0
    while (this.input.at >= this.end) if (!this.nextPage()) return
    const isAbsolute = this.input.at === this.absoluteAt
    const low = this.input.long()
    if (isAbsolute) [this.high, this.low] = [this.input.high, low]
    else {
      const sum = this.low + low
      this.low = sum % LOW
      this.high += this.input.high + (sum >= LOW ? 1 : 0)
    }
    while (this.input.at >= this.end) if (!this.nextPage()) return
    // Its lowest bit marks entries that tables with content use.
    this.rest = this.input.integer() >>> 1
  }

  private nextPage(): boolean {
    if (this.page >= this.lastPage) {
      this.isDone = true
      return false
    }
    this.show(this.page + 1)
    return true
  }

  private show(page: number, block = this.reader.page(this.segment, page)): void {
    this.page = page
    this.end = endOfList(block)
    if (this.end < block.length) this.lastPage = page
    this.absoluteAt = firstRowOf(block)
    this.input = new Input(block, HEADER)
  }

  /** Jumps to the last page whose first row isn't after the given one: in growing, then shrinking steps. */
  private skipPages(high: number, low: number): void {
    for (let step = 1; this.page + step <= this.lastPage; step *= 2)
      if (!this.jump(this.page + step, high, low)) {
        for (let smaller = step >> 1; smaller >= 1; smaller >>= 1)
          this.jump(this.page + smaller, high, low)
        return
      }
  }

  /** Jumps to a page unless it is after the row. */
  private jump(page: number, high: number, low: number): boolean {
    if (page > this.lastPage) return false
    const block = this.reader.page(this.segment, page)
    const first = firstRowOf(block)
    if (!first || first >= endOfList(block)) return false
    const input = new Input(block, first)
    const firstLow = input.long()
    if (input.high > high || (input.high === high && firstLow > low)) return false
    this.show(page, block)
    this.input.at = first
    this.rest = 0
    this.next()
    return true
  }

  /** The positions of the current row, which continue on further pages. */
  private gathered(): Input {
    const bytes = new Uint8Array(this.rest)
    let filled = 0
    for (;;) {
      const { block, at } = this.input
      const part = block.subarray(at, Math.min(this.end, at + this.rest - filled))
      bytes.set(part, filled)
      filled += part.length
      this.input.at += part.length
      if (filled >= this.rest || !this.nextPage()) break
    }
    return new Input(bytes, 0)
  }
}

/** Where the continued list ends on a page: at the first word that starts there. */
function endOfList(block: Uint8Array): number {
  const size = sizeOfLeaf(block)
  return size < block.length ? new Input(block, size).integer() : size
}
