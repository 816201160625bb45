/**
 * Imports a set of bulk-data files: parents before children, each file
 * staged in checkpointed chunks and published whole.
 */
import pg from 'pg'
import { lockKey } from '#app/support/advisory_locks'
import { ident } from '#app/support/sql_text'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import { inTransaction } from '#app/database/transaction'
import { Interrupted } from '#app/support/interrupted'
import { BulkError } from './bulk_error.js'
import type { BulkFile } from './bulk_file.js'
import { cancelledBy } from './cancellation.js'
import { settleDeferred } from './deferred_rows.js'
import { readHeader } from './header.js'
import {
  newerImport,
  openImport,
  readRefusals,
  savePublished,
  type ImportRecord,
  type Refusal,
} from './import_record.js'
import { deferredTable } from './keys.js'
import { Lanes } from './lanes.js'
import { planImport, type Job } from './plan.js'
import { publish, type Published } from './publish.js'
import { removeSample } from './sample.js'
import { stageFile } from './stage_file.js'
import { Staging } from './staging.js'
import { matchHeader, readLayout } from './table_layout.js'

/** Key of the advisory lock that lets one import run at a time. */
const IMPORTING = lockKey('bulk')
/** From this size on an empty table is replaced by the staged one instead of being filled from it. */
const LARGE_FILE = 1024 * 1024

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
  /** Aborted: stop after the current chunk, or roll back what is being published. */
  signal?: AbortSignal
  reporter?: ImportReporter
}

/** Receives the progress of an import. */
export interface ImportReporter {
  started: (file: string, bytes: number, resumedAt: number) => void
  progress: (bytes: number, rows: number) => void
  publishing: (rows: number) => void
  finished: (result: FileResult) => void
}

/**
 * @param paths files in any order
 * @throws BulkError for a file that cannot be taken; Interrupted
 */
export async function importFiles(paths: string[], options: ImportOptions): Promise<FileResult[]> {
  const jobs = await planImport(paths, options.tables)
  const connection = {
    ...options.connection,
    application_name: 'curia import',
    options: '-c TimeZone=UTC -c DateStyle=ISO -c statement_timeout=0',
  }
  const client = new pg.Client(connection)
  await client.connect()
  const lanes = new Lanes(client, connection)
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS free', [IMPORTING])
    if (!rows[0].free) throw new BulkError('another import is running; wait until it ends')
    await lanes.waitForOthers()

    const importer = new Importer(client, lanes, options)
    if (!options.sample)
      await removeSample(
        client,
        options.tables,
        jobs.map(({ bulk }) => bulk.stem)
      )
    const results: FileResult[] = []
    for (const job of jobs) results.push(await importer.importFile(job))
    await importer.settleDeferred()
    return results
  } finally {
    await lanes.close()
    await client.end()
  }
}

class Importer {
  /** Files some of whose rows wait for a required parent. */
  readonly #waiting: { job: Job; staging: Staging; importId: string; result: FileResult }[] = []

  constructor(
    readonly client: pg.Client,
    readonly lanes: Lanes,
    readonly options: ImportOptions
  ) {}

  async importFile(job: Job): Promise<FileResult> {
    const { client, options } = this
    const started = performance.now()
    const seconds = () => (performance.now() - started) / 1000
    await this.#refuseOlder(job)
    const { staging, record } = await this.#stage(job).catch((error) => {
      throw naming(error, job.file)
    })
    options.reporter?.publishing(record.rowsRead)

    const published = await this.#transaction<Published>(job, async () => {
      const prune = options.prune || job.bulk.replace || false
      const counts = await publish(staging, { importId: record.id, prune })
      await savePublished(client, record.id, { ...counts, seconds: seconds() })
      await staging.drop()
      return counts
    })
    await client.query(`ANALYZE ${ident(job.bulk.table)}`)

    const result: FileResult = {
      file: job.file.name,
      rowsRead: record.rowsRead,
      added: published.added,
      changed: published.changed,
      removed: published.removed,
      dangling: published.dangling,
      mended: published.mended,
      seconds: seconds(),
      ...(await readRefusals(client, record.id)),
    }
    if (published.deferred) this.#waiting.push({ job, staging, importId: record.id, result })
    options.reporter?.finished(result)
    return result
  }

  /** At the end of a run every parent there is has come: what still waits is refused. */
  async settleDeferred(): Promise<void> {
    for (const { job, staging, importId, result } of this.#waiting) {
      const { added, changed } = await this.#transaction(job, () =>
        settleDeferred(staging, importId)
      )
      result.added += added
      result.changed += changed
      Object.assign(result, await readRefusals(this.client, importId))
    }
  }

  async #stage(job: Job): Promise<{ staging: Staging; record: ImportRecord }> {
    const { client, options, lanes } = this
    const { file, bulk } = job
    const layout = await readLayout(client, bulk)
    const { columns: names, ...header } = await readHeader(file)
    const staging = new Staging(
      client,
      layout,
      bulk.stem,
      matchHeader(bulk, layout, names, file.name)
    )

    const record = await openImport(client, file, options.sample ?? false, () => staging.rows())
    if (!record.resumed) {
      await staging.create(await this.#isFirstLoad(job))
      await client.query(`DROP TABLE IF EXISTS ${ident(deferredTable(staging))}`)
      record.bytesStaged = header.end
      record.linesStaged = header.lines
    }
    options.reporter?.started(file.name, file.size, record.resumed ? record.rowsRead : 0)
    await stageFile(file, staging, record, lanes, {
      signal: options.signal,
      progress: (bytes, rows) => options.reporter?.progress(bytes, rows),
    })
    return { staging, record }
  }

  /** A large file for an empty table. */
  async #isFirstLoad({ bulk, file }: Job): Promise<boolean> {
    if (file.size < LARGE_FILE) return false
    const { rowCount } = await this.client.query(`SELECT 1 FROM ${ident(bulk.table)} LIMIT 1`)
    return !rowCount
  }

  async #refuseOlder({ bulk, file }: Job): Promise<void> {
    if (!file.date || this.options.allowOlder) return
    const newer = await newerImport(this.client, bulk.stem, file.date)
    if (newer) {
      throw new BulkError(
        `${file.name} is older than ${newer}, which has been imported; --allow-older takes it all the same`
      )
    }
  }

  async #transaction<T>({ file }: Job, work: () => Promise<T>): Promise<T> {
    const { client, options } = this
    try {
      return await inTransaction(client, () =>
        cancelledBy(options.signal, client, options.connection, work)
      )
    } catch (error) {
      throw options.signal?.aborted ? new Interrupted() : naming(error, file)
    }
  }
}

/** The error with the file's name before it. */
function naming(error: unknown, file: BulkFile): unknown {
  if (error instanceof Interrupted) return error
  const { message, detail } = error as Error & { detail?: string }
  if (error instanceof BulkError)
    return message.startsWith(file.name) ? error : new BulkError(`${file.name}: ${message}`)
  return new BulkError(`${file.name}: ${message}${detail ? ` (${detail})` : ''}`, { cause: error })
}
