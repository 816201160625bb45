/**
 * Copies the files of a mirror: downloads those that records name, and deletes those that no
 * record names any longer. Files don't delay changes of records.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Disk } from '@adonisjs/drive'
import type pg from 'pg'
import { inTransaction } from '#app/database/transaction'
import { ADVISORY_LOCK_NAMES } from '#app/support/advisory_locks'
import { DomainError } from '#app/support/domain_error'
import { Interrupted } from '#app/support/interrupted'
import { ident } from '#app/support/sql_text'
import { findFileOnDisk } from '#app/storage/disk_files'
import { removeFile, stageFile } from '#app/storage/saved_file'
import { removeStaleFiles } from '#app/storage/stale_files'
import { isPlainPath } from '#app/storage/stored_files'
import type { ResourceRegistry } from '#api/registry'
import { listPathColumns } from '../records/file_queue.js'
import {
  FileFailure,
  FileSource,
  type DownloadedFile,
  type FileSourceOptions,
  type Validators,
} from '../upstream/file_source.js'

/** Files that are copied at the same time. */
const AT_ONCE = 4
/** Milliseconds until due files are read again. */
const POLL = 1_000
/** Milliseconds between searches for files that no record names: those of deleted parents. */
const SWEEP = 600_000
/** Paths per statement of that search. */
const SWEPT = 2_000
/** Seconds until a failed file is tried again; doubled each time. */
const RETRY = { first: 60, most: 86_400 }
/** Columns that name the file whose SHA-1 the record has. */
const WITH_SHA1 = ['filepath_local', 'local_path', 'local_path_original_file', 'filepath']

/** Where this server stores files. */
export interface FileStorage {
  /** Resources of this server. */
  registry: ResourceRegistry
  /** Disks with files; new ones are stored on the first one. */
  disks: readonly Disk[]
  /** Folder for unfinished downloads. */
  folder: string
}

export interface FileServices extends FileStorage, FileSourceOptions {
  /** A connection that nothing else uses while it runs. */
  client: pg.ClientBase
  mirrorId: string
}

interface DueFile extends Validators {
  path: string
  due: string
  attempts: number
  /** SHA-1 of the last download. */
  sha1: string | null
}

interface PreparedFile extends DueFile {
  /** A downloaded file. */
  target?: string
  downloaded?: DownloadedFile
  failure?: unknown
}

export class FileSync {
  readonly #source: FileSource
  readonly #named: string
  #sweepAt = 0

  constructor(readonly services: FileServices) {
    this.#source = new FileSource(services)
    this.#named = namedQuery(services.registry)
  }

  /**
   * Copies files until it is interrupted, or until no file is due after the records are current.
   *
   * @param current aborted when no more records follow
   * @throws Interrupted
   */
  async run(current: AbortSignal): Promise<void> {
    const { signal, folder } = this.services
    await mkdir(folder, { recursive: true })
    await removeStaleFiles(folder)
    for (let wasLast = false; ;) {
      if (signal.aborted) throw new Interrupted()
      const isLast = current.aborted
      // Records don't change after the last search.
      if ((isLast && !wasLast) || Date.now() >= this.#sweepAt) await this.#sweep()
      wasLast = isLast
      const copied = await this.#copyDue()
      if (copied || (isLast && this.#source.pausedUntil > Date.now())) continue
      if (isLast) return
      await sleep(POLL, undefined, { signal: AbortSignal.any([signal, current]) }).catch(() => {})
    }
  }

  /** @returns the number of files that were due */
  async #copyDue(): Promise<number> {
    const { client, mirrorId, signal } = this.services
    const { rows } = await client.query<DueFile>(
      `SELECT path, due::text, attempts, sha1, etag, last_modified FROM mirror_files WHERE mirror_id = $1 AND due <= clock_timestamp()
       ORDER BY due, path LIMIT ${AT_ONCE}`,
      [mirrorId]
    )
    const wait = this.#source.pausedUntil - Date.now()
    if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => {})
    if (!rows.length) return 0
    const named = new Map<DueFile, string[]>()
    for (const file of rows) named.set(file, await this.#readNames(file.path))
    const prepared = await Promise.all(rows.map((file) => this.#prepare(file, named.get(file)!)))
    try {
      for (const file of prepared) await this.#finish(file)
    } finally {
      for (const { target } of prepared) if (target) await rm(target, { force: true })
    }
    return rows.length
  }

  /**
   * Downloads a file unless it agrees with its records.
   *
   * @param named SHA-1 of each record that names it
   */
  async #prepare(file: DueFile, named: readonly string[]): Promise<PreparedFile> {
    const { path } = file
    let target: string | undefined
    try {
      if (!named.length) return file
      if (!isPlainPath(path)) throw new FileFailure('the path is invalid')
      const expected = named.filter((sha1) => sha1 !== '')
      const local = await this.#localSha1(path)
      if (local !== undefined && expected.includes(local)) return file
      target = join(this.services.folder, randomBytes(12).toString('hex'))
      const isCopy = !expected.length && local !== undefined && local === file.sha1
      const downloaded = await this.#source.download(path, target, isCopy ? file : undefined)
      return downloaded ? { ...file, target, downloaded } : file
    } catch (failure) {
      return { ...file, target, failure }
    }
  }

  /**
   * Stores or deletes a file in a transaction that locks its path, and notes that it agrees with
   * its records, unless they change in the meantime.
   */
  async #finish(file: PreparedFile): Promise<void> {
    const { client, mirrorId, signal } = this.services
    const { path, due } = file
    try {
      if (file.failure) throw file.failure
      await inTransaction(client, async () => {
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
          ADVISORY_LOCK_NAMES.storedFile + path,
        ])
        const isNamed = await this.#store(file)
        const where = 'WHERE mirror_id = $1 AND path = $2 AND due = $3::timestamptz'
        const { sha1, etag, last_modified: modified } = file.downloaded ?? file
        if (isNamed)
          await client.query(
            `UPDATE mirror_files SET due = NULL, attempts = 0, error = NULL, sha1 = $4, etag = $5, last_modified = $6 ${where}`,
            [mirrorId, path, due, sha1, etag, modified]
          )
        else await client.query(`DELETE FROM mirror_files ${where}`, [mirrorId, path, due])
      })
    } catch (error) {
      if (signal.aborted) throw new Interrupted()
      await this.#postpone(file, error)
    }
  }

  /** @returns whether a record names it */
  async #store({ path, target, downloaded }: PreparedFile): Promise<boolean> {
    const { disks } = this.services
    const named = await this.#readNames(path)
    if (!named.length) {
      if (isPlainPath(path)) for (const disk of disks) await removeFile(disk, path)
      return false
    }
    if (!downloaded) return true
    const { sha1 } = downloaded
    const expected = named.filter((one) => one !== '')
    if (expected.length && !expected.includes(sha1))
      throw new FileFailure(`the SHA-1 ${sha1} differs from that of the record`)
    const staged = await stageFile(disks[0]!, path, target!)
    try {
      await staged.publish()
    } finally {
      await staged.discard()
    }
    return true
  }

  /** Tries a file again later, or when the limit that rejected it allows, which isn't a failure. */
  async #postpone({ path, due, attempts }: DueFile, error: unknown): Promise<void> {
    const { client, mirrorId } = this.services
    const message = describeFailure(error)
    const delay = error instanceof FileFailure ? error.delay : undefined
    if (delay !== undefined)
      this.#source.pausedUntil = Math.max(this.#source.pausedUntil, Date.now() + delay)
    const seconds =
      delay === undefined ? Math.min(RETRY.first * 2 ** Math.min(attempts, 20), RETRY.most) : 0
    await client.query(
      `UPDATE mirror_files SET error = $4, attempts = attempts + $5,
         due = clock_timestamp() + make_interval(secs => $6)
       WHERE mirror_id = $1 AND path = $2 AND due = $3::timestamptz`,
      [mirrorId, path, due, message, delay === undefined ? 1 : 0, seconds]
    )
  }

  /** SHA-1 of each record that names a file; empty for those without. */
  async #readNames(path: string): Promise<string[]> {
    const { rows } = await this.services.client.query<{ sha1: string | null }>(this.#named, [path])
    return rows.map(({ sha1 }) => sha1 ?? '')
  }

  /** SHA-1 of the local file; undefined without a local file. */
  async #localSha1(path: string): Promise<string | undefined> {
    for (const disk of this.services.disks) {
      if (!(await findFileOnDisk(disk, path))) continue
      const hash = createHash('sha1')
      for await (const chunk of await disk.getStream(path)) hash.update(chunk as Uint8Array)
      return hash.digest('hex')
    }
    return undefined
  }

  /** Makes files due that no record names any longer, because the database deleted it with another. */
  async #sweep(): Promise<void> {
    const { client, mirrorId, signal } = this.services
    this.#sweepAt = Date.now() + SWEEP
    for (let after: string | undefined = ''; after !== undefined;) {
      if (signal.aborted) throw new Interrupted()
      const { rows }: { rows: { last: string | null }[] } = await client.query(
        `WITH page AS (
           SELECT path FROM mirror_files WHERE mirror_id = $1 AND path > $2 ORDER BY path LIMIT ${SWEPT}
         ), unnamed AS (
           UPDATE mirror_files f SET due = clock_timestamp() FROM page
           WHERE f.mirror_id = $1 AND f.path = page.path AND f.due IS NULL
             AND NOT EXISTS (${this.#named.replaceAll('$1', 'page.path')})
         )
         SELECT max(path) AS last FROM page`,
        [mirrorId, after]
      )
      after = rows[0]!.last ?? undefined
    }
  }
}

/** SQL: the records that name a path, with the SHA-1 of its file if they have it. */
function namedQuery(registry: ResourceRegistry): string {
  const looks = new Map<string, string>()
  for (const resource of registry.all())
    for (const column of listPathColumns(resource)) {
      const { table, fields } = resource
      const hasSha1 = fields.has('sha1') && WITH_SHA1.includes(column)
      const key = `${table}.${column}`
      // A table can have several resources.
      if (looks.has(key) && !hasSha1) continue
      const sha1 = hasSha1 ? 'sha1' : 'NULL::text AS sha1'
      // Indexes leave out empty paths.
      const where = `${ident(column)} = $1 AND ${ident(column)} <> ''`
      looks.set(key, `SELECT ${sha1} FROM ${ident(table)} WHERE ${where}`)
    }
  return [...looks.values()].join(' UNION ALL ')
}

/** @throws errors that aren't of the download, the file system, or the storage */
function describeFailure(error: unknown): string {
  if (error instanceof FileFailure) return error.message
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  if (error instanceof DomainError) return "the file can't be stored: the storage doesn't respond"
  // Codes of the file system, such as that of a full disk, and of the disks of the framework.
  if (typeof code === 'string' && /^E_?[A-Z_]+$/.test(code) && !isConnectionError(code))
    return `the file can't be stored or deleted: ${String(cause?.code ?? code)}`
  throw error
}

/** A lost connection to the database ends the run. */
function isConnectionError(code: string): boolean {
  return /^E(CONN|PIPE|HOST|NET|TIMEDOUT)/.test(code)
}
