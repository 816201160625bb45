/**
 * Imports bulk data files, parents before children. Each file is staged in
 * chunks with checkpoints and published in one transaction.
 */
import pg from 'pg'
import { lockKey } from '#app/support/advisory_locks'
import { ident } from '#app/support/sql_text'
import { withSupplements, type BulkTable } from '#app/bulk/define_bulk_table'
import { withSource } from '#app/database/change_source'
import { inTransaction } from '#app/database/transaction'
import { describeNearlyUsed, readFirstLocalKey, readKeyUse } from '#app/database/local_keys'
import { retryConflicts } from '#app/database/retry_conflicts'
import { Interrupted } from '#app/support/interrupted'
import { BulkError, errorOfFile, errorOfImport } from './bulk_error.js'
import { readHeader, planImport, type Job } from './bulk_file.js'
import { withCancellation, Lanes } from './lanes.js'
import { settleDeferred, publish, type Published } from './publish.js'
import { finishReplacements } from './finish_replacement.js'
import {
  newerImport,
  openImport,
  readRefusals,
  savePublished,
  type ImportRecord,
  type Refusal,
} from './import_record.js'
import { isMarksFile, markEarlierRows, markRows, readMarks } from '../export/sample_marks.js'
import { deferredTable, restoreDanglingKeys } from './keys.js'
import { forgetDeleted, noteSample, removeSample } from './sample.js'
import { stageFile, Staging } from './staging.js'
import { matchHeader, readLayout } from './table_layout.js'

/** Advisory lock that allows one import at a time. */
const IMPORTING = lockKey('bulk')
/** Minimum size of a file whose staging table replaces an empty table. */
const LARGE_FILE = 1024 * 1024
/** Milliseconds to wait for readers of a replaced table, after each file and at the end. */
const PATIENCE = { meanwhile: 500, atEnd: 3_000 }
/** Maximum attempts of a publication that conflicts with other transactions. */
const MAX_ATTEMPTS = 20
/** SQLSTATE foreign_key_violation: a referenced row was deleted after the check. */
const ROW_IS_GONE = '23503'

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
  /** The first rejected rows, for the summary. */
  examples: Refusal[]
  /** Describe ranges of IDs that are nearly used up. */
  warnings: string[]
}

export interface ImportOptions {
  connection: pg.ClientConfig
  /** All tables that plugins declare. */
  tables: BulkTable[]
  prune?: boolean
  /** Whether the files are the sample archive. */
  sample?: boolean
  /** Whether to accept files older than the last published ones. */
  allowOlder?: boolean
  /**
   * For files of `bulk:export`: whether rows with local keys are accepted. Their names are already
   * decoded.
   */
  exported?: { local: boolean }
  /** Whether versions of changed rows are stored, if the server stores them; false by default. */
  history?: boolean
  /** Minimum size in bytes of a file that replaces an empty table; 1 MiB by default. */
  replaceFrom?: number
  /** When aborted, the import stops after the current chunk, or rolls back the publication. */
  signal?: AbortSignal
  reporter?: ImportReporter
}

/** Receives the progress of an import. */
export interface ImportReporter {
  started: (file: string, bytes: number, resumedAt: number) => void
  progress: (bytes: number, rows: number) => void
  publishing: (rows: number) => void
  /** Reports another session that blocks the import. */
  waiting?: (line: string) => void
  finished: (result: FileResult) => void
}

/**
 * @param paths files in any order, and the marks of sample records, if any
 * @throws BulkError if a file is rejected; Interrupted
 */
export async function importFiles(paths: string[], options: ImportOptions): Promise<FileResult[]> {
  const marks = paths.find(isMarksFile)
  const files = paths.filter((path) => path !== marks)
  const jobs = await planImport(files, acceptedTables(options))
  const connection = {
    ...options.connection,
    application_name: 'curia import',
    options: '-c TimeZone=UTC -c DateStyle=ISO -c statement_timeout=0',
  }
  const client = new pg.Client(connection)
  // Statements report a lost connection.
  client.on('error', () => {})
  const lanes = new Lanes(client, connection)
  try {
    await client.connect()
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS free', [IMPORTING])
    if (!rows[0].free) throw new BulkError('another import is running; wait for it to finish')
    return await withSource({ source: 'import', history: options.history }, () =>
      new Importer(client, lanes, options).importAll(jobs, marks)
    )
  } catch (error) {
    throw errorOfImport(error, options.signal)
  } finally {
    await lanes.close()
    await client.end().catch(() => {})
  }
}

/** The tables with the rules for the files. */
function acceptedTables({ tables, exported }: ImportOptions): BulkTable[] {
  const all = withSupplements(tables)
  return exported ? all.map((bulk) => ({ ...bulk, names: undefined })) : all
}

class Importer {
  /** Files with deferred rows. */
  readonly #waiting: { job: Job; staging: Staging; importId: string; result: FileResult }[] = []

  constructor(
    readonly client: pg.Client,
    readonly lanes: Lanes,
    readonly options: ImportOptions
  ) {}

  async importAll(jobs: Job[], marks: string | undefined): Promise<FileResult[]> {
    const { client, lanes, options } = this
    await this.#cancellable(async () => {
      await lanes.waitForOthers()
      await finishReplacements(client, PATIENCE.meanwhile)
      const stems = jobs.map(({ bulk }) => bulk.stem)
      if (options.sample) return
      await retryConflicts(() => removeSample(client, options.tables, stems), options)
      await readMarks(client, marks)
    })
    const results: FileResult[] = []
    for (const job of jobs) results.push(await this.#importFile(job))
    await this.#settleDeferred()
    await this.#cancellable(async () => {
      if (options.exported) await markEarlierRows(client, options.exported.local)
      await forgetDeleted(client)
      await finishReplacements(client, PATIENCE.atEnd)
    })
    return results
  }

  async #importFile(job: Job): Promise<FileResult> {
    const { client, options } = this
    const { table } = job.bulk
    const started = performance.now()
    const seconds = () => (performance.now() - started) / 1000
    await this.#refuseOlder(job)
    const { staging, record } = await this.#stage(job).catch((error) => {
      throw errorOfFile(error, job.file)
    })
    options.reporter?.publishing(record.rowsRead)

    const published = await this.#transaction<Published>(job, async () => {
      const prune = options.prune || job.bulk.replace || false
      const counts = await publish(staging, { importId: record.id, prune, ...this.#rules })
      await savePublished(client, record.id, { ...counts, seconds: seconds() })
      const { isReplaced } = counts
      if (options.sample) await noteSample(client, table, job.file.path)
      else if (staging.layout.sequence && !job.bulk.only)
        await markRows(client, table, isReplaced ? table : staging.table)
      await staging.drop()
      return counts
    })
    const mended = await this.#mendKeys(job)
    await this.#cancellable(async () => {
      if (published.isReplaced) await finishReplacements(client, PATIENCE.meanwhile)
      else await client.query(`ANALYZE ${ident(table)}`)
    })

    const result: FileResult = {
      file: job.file.name,
      rowsRead: record.rowsRead,
      added: published.added,
      changed: published.changed,
      removed: published.removed,
      dangling: published.dangling,
      mended,
      seconds: seconds(),
      ...(await readRefusals(client, record.id)),
      warnings: await this.#readWarnings(table),
    }
    if (published.deferred) this.#waiting.push({ job, staging, importId: record.id, result })
    options.reporter?.finished(result)
    return result
  }

  get #rules() {
    const { reporter, exported } = this.options
    return { report: reporter?.waiting, local: exported?.local }
  }

  async #readWarnings(table: string): Promise<string[]> {
    const query = (sql: string) => this.client.query<pg.QueryResultRow>(sql)
    return describeNearlyUsed(await readKeyUse(query, [table]), await readFirstLocalKey(query))
  }

  /** Resolves keys of other tables. Remaining ones are resolved by a later import of the table. */
  async #mendKeys(job: Job): Promise<number> {
    return this.#transaction(job, () => restoreDanglingKeys(this.client, job.bulk.table))
  }

  /** Publishes deferred rows, and rejects those whose parent wasn't in any file. */
  async #settleDeferred(): Promise<void> {
    for (const { job, staging, importId, result } of this.#waiting) {
      const { added, changed } = await this.#transaction(job, () =>
        settleDeferred(staging, { importId, ...this.#rules })
      )
      result.mended += await this.#mendKeys(job)
      result.added += added
      result.changed += changed
      Object.assign(result, await readRefusals(this.client, importId))
      result.warnings = await this.#readWarnings(job.bulk.table)
    }
  }

  async #stage(job: Job): Promise<{ staging: Staging; record: ImportRecord }> {
    const { options, lanes } = this
    const { file } = job
    const { staging, record } = await this.#cancellable(() => this.#open(job))
    options.reporter?.started(file.name, file.size, record.resumed ? record.rowsRead : 0)
    await stageFile(file, staging, record, lanes, {
      signal: options.signal,
      progress: (bytes, rows) => options.reporter?.progress(bytes, rows),
    })
    return { staging, record }
  }

  async #open(job: Job) {
    const { client, options } = this
    const { file, bulk } = job
    const layout = await readLayout(client, bulk)
    const { columns: names, ...header } = await readHeader(file)
    const staging = new Staging(client, layout, bulk, matchHeader(bulk, layout, names, file.name))

    const record = await openImport(client, file, options.sample ?? false, () => staging.rows())
    if (!record.resumed) {
      await staging.create(await this.#isFirstLoad(job))
      await client.query(`DROP TABLE IF EXISTS ${ident(deferredTable(staging))}`)
      record.bytesStaged = header.end
      record.linesStaged = header.lines
    }
    return { staging, record }
  }

  /** Whether it is a large file for an empty table. */
  async #isFirstLoad({ bulk, file }: Job): Promise<boolean> {
    if (bulk.only || file.size < (this.options.replaceFrom ?? LARGE_FILE)) return false
    const { rowCount } = await this.client.query(`SELECT 1 FROM ${ident(bulk.table)} LIMIT 1`)
    return !rowCount
  }

  async #refuseOlder({ bulk, file }: Job): Promise<void> {
    if (!file.date || this.options.allowOlder) return
    const newer = await newerImport(this.client, bulk.stem, file.date)
    if (newer) {
      throw new BulkError(
        `${file.name} is older than ${newer}, which has been imported; use --allow-older to import it anyway`
      )
    }
  }

  /** Retries conflicts: other transactions locked the same rows or deleted referenced ones. */
  async #transaction<T>({ file }: Job, work: () => Promise<T>): Promise<T> {
    const { client, options } = this
    const { signal } = options
    try {
      return await retryConflicts(() => inTransaction(client, () => this.#cancellable(work)), {
        attempts: MAX_ATTEMPTS,
        also: [ROW_IS_GONE],
        signal,
      })
    } catch (error) {
      throw signal?.aborted ? new Interrupted() : errorOfFile(error, file)
    }
  }

  async #cancellable<T>(work: () => Promise<T>): Promise<T> {
    return withCancellation(this.options.signal, this.client, this.options.connection, work)
  }
}
