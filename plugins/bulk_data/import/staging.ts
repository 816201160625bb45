/**
 * Staging tables: the rows of a file, typed but without constraints. They are
 * filled in chunks, each with its checkpoint in the same transaction.
 */
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { from as copyFrom } from 'pg-copy-streams'
import type pg from 'pg'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import { ident } from '#app/support/sql_text'
import { begin, commit, rollback } from '#app/database/transaction'
import { saveProgress, saveRefusals, type ImportRecord, type Refusal } from './import_record.js'
import { Chunk, type ChunkRecord } from './chunk.js'
import { findBadValue } from './row_check.js'
import { isKey, type Column, type TableLayout } from './table_layout.js'
import { Interrupted } from '#app/support/interrupted'
import { openFile, type BulkFile } from './bulk_file.js'
import { CsvScanner, type CsvRecord } from './csv_scanner.js'
import type { Lanes } from './lanes.js'

const MAX_NAME_LENGTH = 36

/** Column of staging tables with the line number in the file. */
export const LINE = 'bulk_line'

export class Staging {
  readonly table: string
  readonly #copy: string

  constructor(
    readonly client: pg.ClientBase,
    readonly layout: TableLayout,
    readonly bulk: BulkTable,
    readonly columns: Column[]
  ) {
    this.table = `bulk_staging_${shortened(bulk.stem.replaceAll('-', '_'))}`
    const names = [LINE, ...columns.map(({ name }) => name)].map(ident).join(', ')
    // Required text columns are empty, not null; files can contain null.
    const blanks = columns.filter(
      ({ name, type, required }) => required && type === 'text' && !isKey(layout, name)
    )
    const notNull = blanks.length
      ? `, FORCE_NOT_NULL (${blanks.map(({ name }) => ident(name)).join(', ')})`
      : ''
    this.#copy = `COPY ${ident(this.table)} (${names}) FROM STDIN (FORMAT csv, ESCAPE E'\\\\', ENCODING 'UTF8'${notNull})`
  }

  /**
   * Creates an empty staging table with the table's columns and the line number. Columns that a
   * supplement doesn't have are null.
   *
   * @param lasting whether it is logged, so that it can replace the table
   */
  async create(lasting: boolean): Promise<void> {
    await this.drop()
    await this.client.query(
      `CREATE ${lasting ? '' : 'UNLOGGED'} TABLE ${ident(this.table)}
       (LIKE ${ident(this.layout.table)} INCLUDING ALL EXCLUDING CONSTRAINTS EXCLUDING IDENTITY EXCLUDING INDEXES EXCLUDING STATISTICS, ${LINE} bigint)
       WITH (autovacuum_enabled = false)`
    )
    const missing = this.layout.columns.filter(
      ({ name, required }) => this.bulk.only && required && !this.#has(name)
    )
    const optional = missing.map(({ name }) => `ALTER COLUMN ${ident(name)} DROP NOT NULL`)
    if (optional.length)
      await this.client.query(`ALTER TABLE ${ident(this.table)} ${optional.join(', ')}`)
  }

  #has(column: string): boolean {
    return this.columns.some(({ name }) => name === column)
  }

  async drop(): Promise<void> {
    await this.client.query(`DROP TABLE IF EXISTS ${ident(this.table)}`)
  }

  /** Returns the number of staged rows; null if the table doesn't exist or has other columns. */
  async rows(): Promise<number | null> {
    const { rows } = await this.client.query(
      `SELECT count(*)::int AS columns FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`,
      [ident(this.table)]
    )
    if (rows[0].columns !== this.layout.columns.length + 1) return null
    const counted = await this.client.query(
      `SELECT count(*)::float AS rows FROM ${ident(this.table)}`
    )
    return counted.rows[0].rows
  }

  /**
   * Stages a chunk and saves its checkpoint. Invalid records are rejected
   * individually.
   *
   * @param turn is fulfilled when the previous chunk is committed
   */
  async add(
    client: pg.ClientBase,
    chunk: Chunk,
    checkpoint: ImportRecord,
    turn: Promise<void>
  ): Promise<void> {
    const refusals = await this.#load(client, chunk)
    try {
      await turn
      await saveRefusals(client, checkpoint.id, refusals)
      await saveProgress(client, checkpoint)
    } catch (error) {
      await rollback(client)
      throw error
    }
    await commit(client)
  }

  /** Copies a chunk in a transaction that stays open; returns the rejected records. */
  async #load(client: pg.ClientBase, chunk: Chunk): Promise<Refusal[]> {
    const refusals = [...chunk.refusals]
    let accepted: ChunkRecord[] | undefined
    for (;;) {
      await begin(client)
      try {
        await this.#send(client, accepted ? joined(accepted) : chunk.bytes)
        return refusals
      } catch (error) {
        await rollback(client)
        const refused = accepted
          ? [copyError(error, accepted)]
          : this.#valueErrors((accepted = chunk.records()))
        const lines = new Set(refused.map(({ line }) => line))
        accepted = accepted.filter((record) => !lines.has(record.line))
        refusals.push(...refused)
      }
    }
  }

  /** Returns all records with invalid values. */
  #valueErrors(records: ChunkRecord[]): Refusal[] {
    return records.flatMap((record) => {
      const bad = findBadValue(record.bytes, this.columns, (name) => isKey(this.layout, name))
      return bad ? [{ line: record.line, ...bad }] : []
    })
  }

  async #send(client: pg.ClientBase, bytes: Buffer): Promise<void> {
    if (!bytes.length) return
    const stream = client.query(copyFrom(this.#copy))
    const finished = once(stream, 'finish')
    stream.end(bytes)
    await finished
  }
}

/** Leaves room for index names, which PostgreSQL truncates to 63 bytes. */
function shortened(name: string): string {
  return name.length <= MAX_NAME_LENGTH
    ? name
    : `${name.slice(0, MAX_NAME_LENGTH - 9)}_${hash('sha1', name, 'hex').slice(0, 8)}`
}

function joined(records: ChunkRecord[]): Buffer {
  return Buffer.concat(records.map(({ copied }) => copied))
}

/**
 * Returns the record that made COPY fail, from the line number in the error.
 *
 * @throws the error if it has no line number
 */
function copyError(error: unknown, records: ChunkRecord[]): Refusal {
  const { where = '', message } = error as { where?: string; message: string }
  const [, line, column] = /, line (\d+)(?:, column ([^:]+))?/.exec(where) ?? []
  if (!line) throw error

  let passed = 0
  for (const record of records) {
    passed += record.lines
    if (passed >= Number(line))
      return { line: record.line, column: column ?? null, reason: message }
  }
  throw error
}

interface StageOptions {
  /** When aborted, staging stops after the chunks in progress. */
  signal?: AbortSignal
  /** Receives the bytes of the file and the rows read so far. */
  progress: (bytes: number, rows: number) => void
}

/**
 * Reads a file into its staging table, starting at the last checkpoint.
 *
 * @param record the checkpoint, which is advanced
 * @throws Interrupted
 */
export async function stageFile(
  file: BulkFile,
  staging: Staging,
  record: ImportRecord,
  lanes: Lanes,
  { signal, progress }: StageOptions
): Promise<void> {
  const scanner = new CsvScanner(record.bytesStaged, record.linesStaged + 1)
  const { stream, consumed } = openFile(file, record.bytesStaged)
  const free: Chunk[] = []
  const emptyChunk = () => free.pop() ?? new Chunk(staging.columns, staging.bulk.names)
  let chunk = emptyChunk()

  const flush = async () => {
    const full = chunk
    chunk = emptyChunk()
    record.bytesStaged = full.endOffset
    record.linesStaged = full.endLine
    record.rowsRead += full.taken
    const checkpoint = { ...record }
    if (signal?.aborted) throw new Interrupted()
    await lanes.add(async (client, turn) => {
      await staging.add(client, full, checkpoint, turn)
      full.clear()
      free.push(full)
    })
    progress(consumed(), record.rowsRead)
  }
  const take = async (records: CsvRecord[]) => {
    for (const one of records) {
      if (one.length === 0) continue
      chunk.add(one)
      if (chunk.isFull) await flush()
    }
  }

  try {
    for await (const piece of stream) await take(scanner.push(piece as Buffer))
    await take(scanner.finish())
    if (chunk.taken) await flush()
    await lanes.flush()
  } catch (error) {
    stream.destroy()
    await lanes.flush().catch(() => {})
    throw error
  }
}
