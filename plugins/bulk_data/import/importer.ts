/**
 * Imports a set of bulk-data files: parents before children, each file
 * staged in checkpointed chunks and published whole.
 */
import pg from 'pg'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import { BulkError } from './bulk_error.js'
import { inspectFile, openFile, type BulkFile } from './bulk_file.js'
import { readHeader } from './header.js'
import { CsvScanner, type CsvRecord } from './csv_scanner.js'
import { openImport, refuseRows, type ImportRecord, type Refusal } from './import_record.js'
import { deferredTable } from './keys.js'
import { publish, type Published } from './publish.js'
import { removeSample } from './sample.js'
import { Staging, stagingTable } from './staging.js'
import { matchHeader, readLayout } from './table_layout.js'
import { ident, literal } from '#api/columns'

/** Key of the advisory lock that lets one import run at a time; the letters "bulk" as a number. */
const IMPORTING = 0x62756c6b
/** A chunk ends at this many bytes or rows, whichever comes first. */
const CHUNK_BYTES = 4 * 1024 * 1024
const CHUNK_ROWS = 20_000

export interface FileResult {
  file: string
  rowsRead: number
  added: number
  changed: number
  removed: number
  refused: number
  dangling: number
  mended: number
  seconds: number
  /** First few refusals, for the summary. */
  examples: Refusal[]
}

export interface ImportOptions {
  connection: pg.ClientConfig
  /** All tables any plugin declares. */
  tables: BulkTable[]
  prune?: boolean
  /** These are the files of the sample archive. */
  sample?: boolean
  /** Take a file older than the one published last. */
  allowOlder?: boolean
  /** Aborted: stop behind the current chunk. */
  signal?: AbortSignal
  reporter?: ImportReporter
}

/** Told how an import goes. */
export interface ImportReporter {
  started: (file: string, bytes: number, resumedAt: number) => void
  progress: (bytes: number, rows: number) => void
  publishing: (rows: number) => void
  finished: (result: FileResult) => void
}

interface Job {
  bulk: BulkTable
  file: BulkFile
}

/** Thrown when the signal was raised; what is staged stays and is gone on with. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/**
 * @param paths files in any order
 * @throws BulkError for a file that cannot be taken; Interrupted
 */
export async function importFiles(paths: string[], options: ImportOptions): Promise<FileResult[]> {
  const jobs = await plan(paths, options.tables)
  const client = new pg.Client({
    ...options.connection,
    application_name: 'curia import',
    options: '-c TimeZone=UTC -c DateStyle=ISO -c statement_timeout=0',
  })
  await client.connect()
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS free', [IMPORTING])
    if (!rows[0].free) throw new BulkError('another import is running; wait until it ends')

    const importer = new Importer(client, options)
    if (!options.sample)
      await removeSample(
        client,
        jobs.map(({ bulk }) => bulk)
      )
    const results: FileResult[] = []
    for (const job of jobs) results.push(await importer.importFile(job))
    await importer.settleDeferred(results)
    return results
  } finally {
    await client.end()
  }
}

async function plan(paths: string[], tables: BulkTable[]): Promise<Job[]> {
  const jobs: Job[] = []
  for (const path of paths) {
    const file = await inspectFile(path)
    const bulk = tables.find(({ stem }) => stem === file.stem)
    if (!bulk) {
      const known = tables
        .map(({ stem }) => stem)
        .sort()
        .join(', ')
      throw new BulkError(
        `${file.name}: no plugin takes files named "${file.stem}". Known: ${known}`
      )
    }
    const other = jobs.find((job) => job.bulk === bulk)
    if (other)
      throw new BulkError(
        `${file.name} and ${other.file.name} are for the same table; give one of them`
      )
    jobs.push({ bulk, file })
  }
  return jobs.sort((a, b) => a.bulk.order - b.bulk.order)
}

class Importer {
  /** Rows that wait for a required parent, by the place of their file's result. */
  readonly #deferred: { job: Job; staging: Staging; importId: string; result: number }[] = []
  #files = 0

  constructor(
    readonly client: pg.Client,
    readonly options: ImportOptions
  ) {}

  async importFile(job: Job): Promise<FileResult> {
    const started = performance.now()
    await this.#refuseOlder(job)
    const { staging, record } = await this.#stage(job)
    this.options.reporter?.publishing(record.rowsRead)

    await this.client.query('BEGIN')
    let published: Published
    try {
      const prune = this.options.prune || job.bulk.replace || false
      published = await publish(staging, { importId: record.id, prune })
      await this.#finish(record, published, started)
      await staging.drop()
      await this.client.query('COMMIT')
    } catch (error) {
      await this.client.query('ROLLBACK')
      throw this.#naming(error, job)
    }
    await this.client.query(`ANALYZE ${ident(job.bulk.table)}`)

    if (published.deferred) {
      this.#deferred.push({ job, staging, importId: record.id, result: this.#files })
    }
    this.#files++
    const result: FileResult = {
      file: job.file.name,
      rowsRead: record.rowsRead,
      added: published.added,
      changed: published.changed,
      removed: published.removed,
      refused: await this.#refused(record.id),
      dangling: published.dangling,
      mended: published.mended,
      seconds: (performance.now() - started) / 1000,
      examples: await this.#examples(record.id),
    }
    this.options.reporter?.finished(result)
    return result
  }

  /** At the end of a run every parent there is has come: what still waits is refused. */
  async settleDeferred(results: FileResult[]): Promise<void> {
    for (const { job, staging, importId, result } of this.#deferred) {
      const waiting = deferredTable(staging)
      await this.client.query('BEGIN')
      try {
        await this.client.query(`ALTER TABLE ${ident(waiting)} RENAME TO ${ident(staging.table)}`)
        const published = await publish(staging, { importId, prune: false })
        if (published.deferred) await this.#refuseOrphans(staging, importId)
        await this.client.query(
          `UPDATE bulk_imports SET rows_new = rows_new + $2, rows_changed = rows_changed + $3 WHERE id = $1`,
          [importId, published.added, published.changed]
        )
        await staging.drop()
        await this.client.query('COMMIT')
        const entry = results[result]!
        entry.added += published.added
        entry.changed += published.changed
        entry.refused = await this.#refused(importId)
        entry.examples = await this.#examples(importId)
      } catch (error) {
        await this.client.query('ROLLBACK')
        throw this.#naming(error, job)
      }
    }
  }

  async #refuseOrphans(staging: Staging, importId: string): Promise<void> {
    const waiting = ident(deferredTable(staging))
    for (const { column, parent, parentColumn, required } of staging.layout.foreignKeys) {
      if (!required || !staging.columns.some(({ name }) => name === column)) continue
      const orphans = `${waiting} s WHERE NOT EXISTS (SELECT 1 FROM ${ident(parent)} p WHERE p.${ident(parentColumn)} = s.${ident(column)})`
      const reason = `${literal(`no row of ${parent} has the key `)} || s.${ident(column)}`
      await refuseRows(this.client, importId, orphans, column, reason)
    }
    await this.client.query(`DROP TABLE ${waiting}`)
  }

  async #refused(importId: string): Promise<number> {
    const { rows } = await this.client.query(
      `SELECT rows_refused::int AS refused FROM bulk_imports WHERE id = $1`,
      [importId]
    )
    return rows[0].refused
  }

  async #stage(job: Job): Promise<{ staging: Staging; record: ImportRecord }> {
    const { file, bulk } = job
    const layout = await readLayout(this.client, bulk)
    const { columns: names, ...start } = await readHeader(file)
    const columns = matchHeader(bulk, layout, names, file.name)
    const staging = new Staging(this.client, layout, bulk.stem, columns)

    const record = await openImport(this.client, file, this.options.sample ?? false, () =>
      this.#stagedRows(bulk.stem, columns.length)
    )
    if (!record.resumed) {
      await staging.create()
      await this.client.query(`DROP TABLE IF EXISTS ${ident(deferredTable(staging))}`)
      record.bytesStaged = start.end
      record.linesStaged = start.lines
    }
    this.options.reporter?.started(file.name, file.size, record.resumed ? record.rowsRead : 0)

    const scanner = new CsvScanner(record.bytesStaged, record.linesStaged + 1)
    const { stream, consumed } = openFile(file, record.bytesStaged)
    let chunk: CsvRecord[] = []
    let bytes = 0
    // The database stages one chunk while the next is read.
    let staged: Promise<unknown> = Promise.resolve()
    const flush = async () => {
      await staged
      if (this.options.signal?.aborted) throw new Interrupted()
      const last = chunk.at(-1)!
      record.bytesStaged = last.end
      record.linesStaged = last.line + last.lines - 1
      record.rowsRead += chunk.length
      staged = staging.add(chunk, { ...record })
      // Awaited above or below; a failure in between must not end the process.
      staged.catch(() => {})
      this.options.reporter?.progress(consumed(), record.rowsRead)
      chunk = []
      bytes = 0
    }
    const take = async (records: CsvRecord[]) => {
      for (const one of records) {
        if (one.bytes.length === 0) continue
        chunk.push(one)
        bytes += one.bytes.length
        if (bytes >= CHUNK_BYTES || chunk.length >= CHUNK_ROWS) await flush()
      }
    }
    try {
      for await (const piece of stream) await take(scanner.push(piece as Buffer))
      await take(scanner.finish())
      if (chunk.length) await flush()
      await staged
    } catch (error) {
      stream.destroy()
      await staged.catch(() => {})
      throw this.#naming(error, job)
    }
    return { staging, record }
  }

  async #stagedRows(stem: string, columns: number): Promise<number | null> {
    const table = stagingTable(stem)
    const { rows } = await this.client.query(
      `SELECT count(*)::int AS columns FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0`,
      [ident(table)]
    )
    if (rows[0].columns !== columns + 1) return null
    const counted = await this.client.query(`SELECT count(*)::float AS rows FROM ${ident(table)}`)
    return counted.rows[0].rows
  }

  async #refuseOlder({ bulk, file }: Job): Promise<void> {
    if (!file.date || this.options.allowOlder) return
    const { rows } = await this.client.query(
      `SELECT file_name FROM bulk_imports WHERE stem = $1 AND status = 'published' AND file_date > $2::date ORDER BY file_date DESC LIMIT 1`,
      [bulk.stem, file.date]
    )
    if (rows[0]) {
      throw new BulkError(
        `${file.name} is older than ${rows[0].file_name}, which has been imported; --allow-older takes it all the same`
      )
    }
  }

  async #finish(record: ImportRecord, published: Published, started: number): Promise<void> {
    await this.client.query(
      `UPDATE bulk_imports SET status = 'published', finished_at = clock_timestamp(), seconds = $2,
              rows_new = $3, rows_changed = $4, rows_removed = $5 WHERE id = $1`,
      [
        record.id,
        (performance.now() - started) / 1000,
        published.added,
        published.changed,
        published.removed,
      ]
    )
  }

  async #examples(importId: string): Promise<Refusal[]> {
    const { rows } = await this.client.query(
      `SELECT line::int, column_name AS column, reason FROM bulk_refusals WHERE import_id = $1 ORDER BY line LIMIT 5`,
      [importId]
    )
    return rows
  }

  #naming(error: unknown, { file }: Job): unknown {
    if (error instanceof Interrupted) return error
    const { message, detail } = error as Error & { detail?: string }
    if (error instanceof BulkError)
      return message.startsWith(file.name) ? error : new BulkError(`${file.name}: ${message}`)
    return new BulkError(`${file.name}: ${message}${detail ? ` (${detail})` : ''}`, {
      cause: error,
    })
  }
}
