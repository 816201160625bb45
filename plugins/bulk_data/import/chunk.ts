/**
 * A run of records on its way to the database, as the bytes COPY takes: each
 * record after its line number. Made to be used again and again, so
 * that an import of any size needs the memory of a few chunks.
 */
import type { CsvRecord } from './csv_scanner.js'
import type { Refusal } from './import_record.js'
import type { Column } from './table_layout.js'

/** A chunk is full at this many bytes or rows, whichever comes first. */
const FULL_BYTES = 4 * 1024 * 1024
const FULL_ROWS = 20_000
/** Room a chunk begins with; it grows to that of a full one, which few files need. */
const FIRST_BYTES = 64 * 1024
const FIRST_ROWS = 256

const NEWLINE = 0x0a

/** A record of a chunk, looked at again because COPY refused the chunk. */
export interface ChunkRecord {
  line: number
  /** Lines of the file it covers. */
  lines: number
  /** The record itself. */
  bytes: Buffer
  /** With its line before it and the line end after it. */
  copied: Buffer
}

export class Chunk {
  #buffer = Buffer.allocUnsafeSlow(FIRST_BYTES)
  #size = 0
  /** By row: where it begins in the buffer, where its record begins, its line, the lines it covers. */
  #rows = new Float64Array(4 * FIRST_ROWS)
  #count = 0
  /** Records of the wrong shape; they are not in the bytes. */
  refusals: Refusal[] = []
  /** Where the last record ends in the file: its offset, and its last line. */
  endOffset = 0
  endLine = 0

  /** @param columns of the file, in order */
  constructor(readonly columns: Column[]) {}

  /** Records taken, refused ones included. */
  get taken(): number {
    return this.#count + this.refusals.length
  }

  get isFull(): boolean {
    return this.#size >= FULL_BYTES || this.taken >= FULL_ROWS
  }

  /** What COPY takes. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size)
  }

  clear(): void {
    this.#size = this.#count = 0
    this.refusals = []
  }

  add(record: CsvRecord): void {
    const { line, lines, endOffset } = record
    this.endOffset = endOffset
    this.endLine = line + lines - 1
    const refusal = this.#shapeError(record)
    if (refusal) {
      this.refusals.push(refusal)
      return
    }
    const prefix = `${line},`
    const start = this.#size
    this.#reserve(prefix.length + record.length + 1)
    const begin = start + this.#buffer.write(prefix, start, 'latin1')
    this.#size = begin + record.copyTo(this.#buffer, begin)
    this.#buffer[this.#size++] = NEWLINE
    if (4 * this.#count === this.#rows.length) this.#growRows()
    this.#rows.set([start, begin, line, lines], 4 * this.#count++)
  }

  /** Its records one by one. */
  records(): ChunkRecord[] {
    return Array.from({ length: this.#count }, (_, row) => {
      const [start, begin, line, lines] = this.#rows.subarray(4 * row, 4 * row + 4)
      const end = row + 1 < this.#count ? this.#rows[4 * (row + 1)]! : this.#size
      return {
        line: line!,
        lines: lines!,
        bytes: this.#buffer.subarray(begin, end - 1),
        copied: this.#buffer.subarray(start, end),
      }
    })
  }

  #reserve(bytes: number): void {
    if (this.#size + bytes <= this.#buffer.length) return
    const room = Math.min(2 * this.#buffer.length, FULL_BYTES + 1024 * 1024)
    const larger = Buffer.allocUnsafeSlow(Math.max(room, this.#size + bytes))
    this.#buffer.copy(larger, 0, 0, this.#size)
    this.#buffer = larger
  }

  #growRows(): void {
    const larger = new Float64Array(2 * this.#rows.length)
    larger.set(this.#rows)
    this.#rows = larger
  }

  #shapeError({ line, columns, closed }: CsvRecord): Refusal | undefined {
    if (!closed) return { line, column: null, reason: 'the file ends inside a quoted value' }
    if (columns === this.columns.length) return undefined
    return {
      line,
      column: this.columns[columns]?.name ?? null,
      reason: `${columns} values where the header has ${this.columns.length}`,
    }
  }
}
