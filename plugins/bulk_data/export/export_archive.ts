/**
 * Exports the archive as bulk data files: one file per table, all from one snapshot, while the
 * server runs.
 */
import { availableParallelism } from 'node:os'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import type { Resource } from '#api/resource'
import { withSupplements, type BulkTable } from '#app/bulk/define_bulk_table'
import { isDatabaseAway } from '#app/database/database_unavailable'
import { begin, rollback } from '#app/database/transaction'
import { lockKey } from '#app/support/advisory_locks'
import { Interrupted } from '#app/support/interrupted'
import { ident, literal } from '#app/support/sql_text'
import { BulkError } from '../import/bulk_error.js'
import { readLayout } from '../import/table_layout.js'
import { checkPosition, findChangedRows } from './changed_rows.js'
import { CopyOut } from './copy_out.js'
import { readExportColumns, type ExportColumn } from './export_columns.js'
import {
  ENDINGS,
  FORMAT,
  MANIFEST,
  writeJson,
  type Compression,
  type Manifest,
  type ManifestFile,
} from './manifest.js'
import { writePacked } from './packed_file.js'
import { findMarks, SAMPLE_MARKS } from './sample_marks.js'
import { readSnapshot, type Snapshot } from './snapshot.js'
import { UnfinishedExport } from './unfinished_export.js'

/** Advisory lock that allows one export at a time. */
const EXPORTING = lockKey('expo')
/** With more connections, the disk is the bottleneck. */
const MAX_LANES = 4

export interface ExportOptions {
  connection: pg.ClientConfig
  /** All tables that plugins declare. */
  tables: BulkTable[]
  /** All resources: they declare which values aren't public. */
  resources: readonly Resource[]
  /** Created if missing. An unfinished export in it is resumed. */
  folder: string
  compression: Compression
  /** Whether to write Parquet files, with all columns of a table in one file. */
  parquet?: boolean
  /** Position of an earlier export, to export only later changes. */
  since?: string
  /** Version of this server. */
  version: string
  /** When aborted, the export stops. Complete files are kept. */
  signal?: AbortSignal
  reporter?: ExportReporter
}

/** Receives the progress of an export. */
export interface ExportReporter {
  /** @param bytes estimated size of the remaining tables */
  started: (files: number, bytes: number) => void
  /** @param bytes size of the uncompressed text of a file so far */
  progress: (file: string, bytes: number) => void
  finished: (file: ManifestFile, isKept: boolean) => void
}

/** A file to write. */
interface Job extends Pick<ManifestFile, 'kind'> {
  bulk: BulkTable
  columns: string[]
  /** Typed columns of a Parquet file. */
  typed?: ExportColumn[]
  /** SQL query. */
  select: string
  /** Size of the table on disk. */
  bytes: number
}

/**
 * Writes all files and the manifest. After an interruption, the same export continues with the
 * tables that are incomplete or have changed, so that all files are from one snapshot.
 *
 * @throws BulkError if the folder has another export, or a file can't be written; Interrupted
 */
export async function exportArchive(options: ExportOptions): Promise<Manifest> {
  const exporter = new Exporter(options)
  try {
    return await exporter.run()
  } catch (error) {
    if (options.signal?.aborted) throw new Interrupted()
    if (isDatabaseAway(error))
      throw new BulkError(
        'the connection to the database was lost; run the same command again to resume',
        { cause: error }
      )
    throw error
  } finally {
    await exporter.close()
  }
}

class Exporter {
  readonly #clients: pg.Client[] = []
  readonly #connection: pg.ClientConfig

  constructor(readonly options: ExportOptions) {
    this.#connection = {
      ...options.connection,
      application_name: 'curia export',
      options:
        '-c TimeZone=UTC -c DateStyle=ISO -c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c synchronize_seqscans=off',
    }
  }

  async run(): Promise<Manifest> {
    const { folder, compression, reporter, version, since, parquet = false } = this.options
    await mkdir(folder, { recursive: true })
    const client = await this.#open()
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS free', [EXPORTING])
    if (!rows[0].free) throw new BulkError('another export is running; wait for it to finish')
    const tables = parquet
      ? this.options.tables.map((bulk) => ({ ...bulk, absent: undefined }))
      : withSupplements(this.options.tables)
    tables.push(SAMPLE_MARKS)
    // The locks precede the snapshot, so that it sees the locked tables.
    await begin(client, true, true)
    const names = [...new Set(tables.map(({ table }) => ident(table)))]
    await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`)
    const snapshot = await readSnapshot(client)
    if (since !== undefined) await checkPosition(client, since)
    const unfinished = await UnfinishedExport.open(folder, {
      compression,
      since,
      parquet,
      archive: snapshot.archive.id,
      date: snapshot.date.slice(0, 10),
    })
    const jobs = await this.#plan(client, tables)
    const files = new Map<Job, ManifestFile>()
    for (const job of jobs) {
      // The exported marks depend on the rows of other tables.
      if (job.bulk === SAMPLE_MARKS) continue
      const kept = await unfinished.findKept(client, job.bulk, job.columns)
      if (!kept) continue
      files.set(job, kept)
      reporter?.finished(kept, true)
    }
    const left = jobs.filter((job) => !files.has(job))
    reporter?.started(
      left.length,
      left.reduce((sum, { bytes }) => sum + bytes, 0)
    )
    await this.#inLanes(left, snapshot, async (lane, job) => {
      const file = await this.#write(lane, job, unfinished.date)
      if (since !== undefined && !file.rows) return rm(join(folder, file.name))
      await unfinished.add(file, snapshot.settled)
      files.set(job, file)
      reporter?.finished(file, false)
    })
    await rollback(client)
    const { archive, date, position } = snapshot
    const manifest: Manifest = {
      format: FORMAT,
      archive,
      version,
      date,
      position,
      ...(since !== undefined && { since }),
      ...(parquet && { file_format: 'parquet' as const }),
      compression,
      files: jobs.flatMap((job) => files.get(job) ?? []),
    }
    await writeJson(join(folder, MANIFEST), manifest)
    await unfinished.remove()
    return manifest
  }

  async close(): Promise<void> {
    for (const client of this.#clients) await client.end().catch(() => {})
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client(this.#connection)
    // Statements report a lost connection.
    client.on('error', () => {})
    await client.connect()
    this.#clients.push(client)
    return client
  }

  /** The jobs in load order. */
  async #plan(client: pg.Client, tables: BulkTable[]): Promise<Job[]> {
    const { resources, since, parquet } = this.options
    const parquetSql = parquet && (await import('./parquet.js')).parquetSql
    const jobs: Job[] = []
    for (const bulk of tables) {
      const columns = await readExportColumns(client, bulk, resources)
      const { rows } = await client.query<{ bytes: number }>(
        'SELECT pg_table_size(to_regclass($1))::float8 AS bytes',
        [ident(bulk.table)]
      )
      const bytes = bulk.only ? 0 : rows[0]!.bytes
      const names = columns.map(({ name }) => name)
      const list = columns
        .map((one) => `${parquetSql ? parquetSql(one) : one.sql} AS ${ident(one.name)}`)
        .join(', ')
      // Increments have the marks of all sample records.
      const isMarks = bulk === SAMPLE_MARKS
      if (since === undefined || isMarks) {
        const from = isMarks ? await findMarks(client, tables) : `${ident(bulk.table)} t`
        const kind = since === undefined ? undefined : 'rows'
        const typed = parquet ? columns : undefined
        jobs.push({
          bulk,
          kind,
          columns: names,
          typed,
          select: `SELECT ${list} FROM ${from}`,
          bytes,
        })
        continue
      }
      const layout = await readLayout(client, bulk)
      const changed = await findChangedRows(client, layout, since)
      const select = `SELECT ${list} FROM ${changed.rows}`
      jobs.push({ bulk, kind: 'rows', columns: names, select, bytes })
      if (bulk.only) continue
      const key = columns.find(({ column }) => column === changed.key)!.name
      const removed = `SELECT k AS ${ident(key)} FROM (${changed.removed}) AS removed`
      jobs.push({ bulk, kind: 'removed', columns: [key], select: removed, bytes: 0 })
    }
    return jobs
  }

  /** Runs jobs on several connections with the same snapshot, large tables first. */
  async #inLanes(
    jobs: Job[],
    snapshot: Snapshot,
    work: (lane: pg.Client, job: Job) => Promise<void>
  ): Promise<void> {
    const { signal } = this.options
    const queue = jobs.toSorted((one, other) => other.bytes - one.bytes)
    const failed = new AbortController()
    const lane = async () => {
      const client = await this.#open()
      await begin(client, true, true)
      await client.query(`SET TRANSACTION SNAPSHOT ${literal(snapshot.name)}`)
      for (let job = queue.shift(); job; job = queue.shift()) {
        signal?.throwIfAborted()
        if (failed.signal.aborted) return
        await work(client, job)
      }
      await rollback(client)
    }
    const width = Math.min(MAX_LANES, availableParallelism(), jobs.length)
    const outcomes = await Promise.allSettled(
      Array.from({ length: width }, () =>
        lane().catch((error: unknown) => {
          failed.abort()
          throw error
        })
      )
    )
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }

  async #write(client: pg.Client, job: Job, date: string): Promise<ManifestFile> {
    const { folder, compression, signal, reporter } = this.options
    const { bulk, kind, columns, typed, select } = job
    const stem = kind === 'removed' ? `${bulk.stem}-removed` : bulk.stem
    const name = `${stem}-${date}${typed ? '.parquet' : `.csv${ENDINGS[compression]}`}`
    const copy = client.query(
      new CopyOut(
        `COPY (${select}) TO STDOUT
         (FORMAT csv, HEADER, FORCE_QUOTE *, ESCAPE E'\\\\', ENCODING 'UTF8')`
      )
    )
    let bytes = 0
    const source = typed ? await readAsParquet(copy, typed) : copy
    const content = await writePacked(join(folder, name), source, {
      compression: typed ? 'none' : compression,
      signal,
      progress: (more) => reporter?.progress(name, (bytes += more)),
    })
    return {
      name,
      stem: bulk.stem,
      ...(kind && { kind }),
      columns,
      rows: copy.rowCount,
      ...content,
    }
  }
}

async function readAsParquet(text: Readable, columns: ExportColumn[]): Promise<Readable> {
  const { toParquet } = await import('./parquet.js')
  return Readable.from(toParquet(text, columns), { objectMode: false })
}
