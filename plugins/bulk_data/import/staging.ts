/**
 * Staging: a file's rows, typed but unchecked, beside the table they are
 * for. Filled in chunks, each with its checkpoint in the same transaction.
 */
import { once } from 'node:events'
import { from as copyFrom } from 'pg-copy-streams'
import type pg from 'pg'
import { ident } from '#api/columns'
import { saveProgress, saveRefusals, type ImportRecord, type Refusal } from './import_record.js'
import type { CsvRecord } from './csv_scanner.js'
import { findBadValue } from './row_check.js'
import type { Column, TableLayout } from './table_layout.js'

/** Column of staging that holds the line of the file. */
export const LINE = 'bulk_line'

export class Staging {
  readonly table: string
  readonly #copy: string

  constructor(
    readonly client: pg.ClientBase,
    readonly layout: TableLayout,
    stem: string,
    readonly columns: Column[]
  ) {
    this.table = stagingTable(stem)
    const names = [LINE, ...columns.map(({ name }) => name)].map(ident).join(', ')
    this.#copy = `COPY ${ident(this.table)} (${names}) FROM STDIN (FORMAT csv, ESCAPE E'\\\\', ENCODING 'UTF8')`
  }

  /** Makes an empty staging table with the columns of the file. */
  async create(): Promise<void> {
    const names = this.columns.map(({ name }) => ident(name)).join(', ')
    await this.drop()
    await this.client.query(
      `CREATE UNLOGGED TABLE ${ident(this.table)} AS
       SELECT NULL::bigint AS ${LINE}, ${names} FROM ${ident(this.layout.table)} WITH NO DATA`
    )
    await this.client.query(`ALTER TABLE ${ident(this.table)} SET (autovacuum_enabled = false)`)
  }

  async drop(): Promise<void> {
    await this.client.query(`DROP TABLE IF EXISTS ${ident(this.table)}`)
  }

  /**
   * Stages a chunk of records and saves the checkpoint behind it. Records
   * that cannot be read are refused one by one; the others go in.
   *
   * @returns what was refused
   */
  async add(records: CsvRecord[], checkpoint: ImportRecord): Promise<Refusal[]> {
    const refusals: Refusal[] = []
    let accepted = records.filter((record) => {
      const refusal = this.#shapeError(record)
      if (refusal) refusals.push(refusal)
      return !refusal
    })

    for (let checked = false; ;) {
      await this.client.query('BEGIN')
      try {
        if (accepted.length) await this.#send(accepted)
        await saveRefusals(this.client, checkpoint.id, refusals)
        await saveProgress(this.client, checkpoint)
        await this.client.query('COMMIT')
        return refusals
      } catch (error) {
        await this.client.query('ROLLBACK')
        const refused = checked ? [copyError(error, accepted)] : this.#valueErrors(accepted)
        checked = true
        for (const { line } of refused) accepted = accepted.filter((record) => record.line !== line)
        refusals.push(...refused)
      }
    }
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

  /** Every record with a value its column cannot hold. */
  #valueErrors(records: CsvRecord[]): Refusal[] {
    return records.flatMap((record) => {
      const bad = findBadValue(record.bytes, this.columns)
      return bad ? [{ line: record.line, ...bad }] : []
    })
  }

  async #send(records: CsvRecord[]): Promise<void> {
    const stream = this.client.query(copyFrom(this.#copy))
    const pieces: Buffer[] = []
    for (const { line, bytes } of records) pieces.push(Buffer.from(`${line},`), bytes, NEWLINE)
    const finished = once(stream, 'finish')
    stream.end(Buffer.concat(pieces))
    await finished
  }
}

const NEWLINE = Buffer.from('\n')

export function stagingTable(stem: string): string {
  return `bulk_staging_${stem.replaceAll('-', '_')}`
}

/**
 * The record that made COPY fail, from the line PostgreSQL counted.
 *
 * @throws the error itself when it is about no record
 */
function copyError(error: unknown, records: CsvRecord[]): Refusal {
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
