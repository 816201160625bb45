/**
 * A batch of records in the format of COPY, each prefixed with its line number.
 * Chunks are reused, so an import of any size needs the memory of a few chunks.
 */
import { decodeEntities } from '#app/support/decode_entities'
import type { CsvRecord } from './csv_scanner.js'
import type { Refusal } from './import_record.js'
import { readValues, splitValues } from './row_check.js'
import type { Column } from './table_layout.js'

/** Maximum size of a chunk. */
const FULL_BYTES = 4 * 1024 * 1024
const FULL_ROWS = 20_000
/** Initial capacity. Chunks grow on demand, because few files fill one. */
const FIRST_BYTES = 64 * 1024
const FIRST_ROWS = 256

const NEWLINE = 0x0a
const AMPERSAND = 0x26

/** A record of a chunk that COPY rejected. */
export interface ChunkRecord {
  line: number
  /** Number of lines in the file. */
  lines: number
  /** The record without line number and line end. */
  bytes: Buffer
  /** The record with line number and line end. */
  copied: Buffer
}

export class Chunk {
  #buffer = Buffer.allocUnsafeSlow(FIRST_BYTES)
  #size = 0
  /** Four numbers per row: its offset in the buffer, the offset of its record, first line, number of lines. */
  #rows = new Float64Array(4 * FIRST_ROWS)
  #count = 0
  /** Records with the wrong number of values. They are not part of `bytes`. */
  refusals: Refusal[] = []
  /** End of the last record in the file: offset and line. */
  endOffset = 0
  endLine = 0

  /** Places of columns with names. */
  readonly #names: number[]

  /**
   * @param columns columns of the file, in order
   * @param names columns in which character references are decoded
   */
  constructor(
    readonly columns: Column[],
    names: readonly string[] = []
  ) {
    this.#names = columns.flatMap(({ name }, place) => (names.includes(name) ? [place] : []))
  }

  /** Number of records, including rejected ones. */
  get taken(): number {
    return this.#count + this.refusals.length
  }

  get isFull(): boolean {
    return this.#size >= FULL_BYTES || this.taken >= FULL_ROWS
  }

  /** Input for COPY. */
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
    const decoded = this.#names.length ? withDecodedNames(record, this.#names) : undefined
    this.#reserve(prefix.length + (decoded?.length ?? record.length) + 1)
    const begin = start + this.#buffer.write(prefix, start, 'latin1')
    this.#size = begin + (decoded?.copy(this.#buffer, begin) ?? record.copyTo(this.#buffer, begin))
    this.#buffer[this.#size++] = NEWLINE
    if (4 * this.#count === this.#rows.length) this.#growRows()
    this.#rows.set([start, begin, line, lines], 4 * this.#count++)
  }

  /** Returns the individual records. */
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
      reason: `${columns} values, but the header has ${this.columns.length} columns`,
    }
  }
}

/** A character reference in any column. */
const REFERENCE = /&(?:#\w+|[a-z]\w*);/i

/** The record with decoded names; undefined if no name has a character reference. */
function withDecodedNames(record: CsvRecord, names: number[]): Buffer | undefined {
  const { input, start, end } = record
  const first = input.indexOf(AMPERSAND, start)
  if (first < 0 || first >= end) return undefined
  // Latin-1 keeps bytes that aren't UTF-8, which are rejected later.
  const text = input.toString('latin1', start, end)
  if (!REFERENCE.test(text)) return undefined
  const values = splitValues(text)
  let isChanged = false
  for (const place of names) {
    const given = values[place]
    if (given === undefined || !given.includes('&')) continue
    const [name] = readValues(Buffer.from(given, 'latin1').toString('utf8'))
    const decoded = name && decodeEntities(name)
    if (!decoded || decoded === name) continue
    values[place] = Buffer.from(`"${decoded.replaceAll(/["\\]/g, '\\$&')}"`).toString('latin1')
    isChanged = true
  }
  return isChanged ? Buffer.from(values.join(','), 'latin1') : undefined
}
