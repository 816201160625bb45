/**
 * Parquet files for analysis: the rows of a table with typed columns, in row groups of limited
 * size.
 */
import { zstdCompressSync } from 'node:zlib'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { CsvScanner, type CsvRecord } from '../import/csv_scanner.js'
import { readValues } from '../import/row_check.js'
import type { ExportColumn } from './export_columns.js'

/** Maximum size of the text of a row group, and its number of rows. */
const GROUP_BYTES = 16 * 1024 * 1024
const GROUP_ROWS = 50_000

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]
type Value = string | number | bigint | boolean | null

/** How a column of PostgreSQL is stored. */
interface ParquetType {
  element: Omit<SchemaElement, 'name'>
  /** SQL of the exported value. */
  sql?: (value: string) => string
  read: (text: string) => Value
}

const TEXT: ParquetType = {
  element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  read: (text) => text,
}
const INT32: ParquetType = { element: { type: 'INT32' }, read: Number }
const DOUBLE: ParquetType = { element: { type: 'DOUBLE' }, read: Number }

const TYPES: Record<string, ParquetType> = {
  'smallint': INT32,
  'integer': INT32,
  'bigint': { element: { type: 'INT64' }, read: BigInt },
  'real': DOUBLE,
  'double precision': DOUBLE,
  'boolean': { element: { type: 'BOOLEAN' }, read: (text) => text === 't' },
  'date': {
    element: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
    // Infinite dates have no number of days.
    sql: (value) => `CASE WHEN isfinite(${value}) THEN ${value} - DATE '1970-01-01' END`,
    read: Number,
  },
  'timestamp with time zone': {
    element: {
      type: 'INT64',
      converted_type: 'TIMESTAMP_MICROS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
    },
    sql: (value) =>
      `CASE WHEN isfinite(${value}) THEN (extract(epoch FROM ${value}) * 1000000)::bigint END`,
    read: BigInt,
  },
}

function typeOf({ type }: ExportColumn): ParquetType {
  return TYPES[type] ?? TEXT
}

/** SQL of a column's value, which `toParquet` reads. */
export function parquetSql(column: ExportColumn): string {
  return typeOf(column).sql?.(column.sql) ?? column.sql
}

/**
 * Converts the text of an export to a Parquet file.
 *
 * @param text with a header line
 * @returns the bytes of the file in parts
 */
export async function* toParquet(
  text: AsyncIterable<Buffer>,
  columns: readonly ExportColumn[]
): AsyncGenerator<Buffer> {
  const file = new ParquetFile(columns)
  const scanner = new CsvScanner()
  let isHeader = true
  const add = (records: Iterable<CsvRecord>) => {
    for (const record of records) {
      if (!isHeader) file.add(record.text)
      isHeader = false
    }
  }
  for await (const piece of text) {
    add(scanner.push(piece))
    if (file.isFull) yield await file.writeGroup()
  }
  add(scanner.finish())
  yield await file.writeGroup()
  yield file.finish()
}

class ParquetFile {
  readonly #bytes = new ByteWriter()
  readonly #writer: ParquetWriter
  readonly #types: ParquetType[]
  #values: Value[][]
  #size = 0

  constructor(readonly columns: readonly ExportColumn[]) {
    this.#types = columns.map(typeOf)
    this.#values = columns.map(() => [])
    const elements = columns.map(({ name }, place): SchemaElement => ({
      name,
      repetition_type: 'OPTIONAL',
      ...this.#types[place]!.element,
    }))
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [{ name: 'root', num_children: columns.length }, ...elements],
      codec: 'ZSTD',
      compressors: { ZSTD: (input) => zstdCompressSync(input) },
      createdBy: 'curia',
    })
  }

  get isFull(): boolean {
    return this.#size >= GROUP_BYTES || this.#values[0]!.length >= GROUP_ROWS
  }

  add(record: string): void {
    this.#size += record.length
    for (const [place, text] of readValues(record).entries())
      this.#values[place]!.push(text === null ? null : this.#types[place]!.read(text))
  }

  /** Writes the rows added so far as a row group. */
  async writeGroup(): Promise<Buffer> {
    const rows = this.#values[0]!.length
    if (rows) {
      const columnData = this.columns.map(({ name }, place) => ({
        name,
        data: this.#values[place]!,
      }))
      await this.#writer.write({ columnData, rowGroupSize: rows })
    }
    this.#values = this.columns.map(() => [])
    this.#size = 0
    return this.#take()
  }

  /** Returns the end of the file. */
  finish(): Buffer {
    void this.#writer.finish()
    return this.#take()
  }

  /** Takes the written bytes out of the buffer; offsets in the file are counted separately. */
  #take(): Buffer {
    const taken = Buffer.from(this.#bytes.buffer.slice(0, this.#bytes.index))
    this.#bytes.index = 0
    return taken
  }
}
