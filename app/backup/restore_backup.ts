/**
 * Restores a backup into an empty data folder and database.
 */
import { rm, mkdir, readdir, rename } from 'node:fs/promises'
import pg from 'pg'
import { describeFileError } from '#app/support/file_error'
import { CommandRefusal, Interrupted } from '#app/support/interrupted'
import { ADVISORY_LOCKS } from '#app/support/advisory_locks'
import { writeSecret } from '#app/settings/data_dir'
import type { ConnectionSettings } from '#app/database/connection'
import { emptyDatabase, readTables } from '#app/database/stored_tables'
import { inTransaction } from '#app/database/transaction'
import { isUnfinished, markFinished, markUnfinished } from '#app/database/unfinished_restore'
import { SCHEMA as JOBS } from '#app/jobs/queues'
import { ArchiveReader } from './archive_reader.js'
import type { BackupReporter } from './create_backup.js'
import {
  firstFile,
  isSaved,
  keyCheck,
  KEYS,
  type Manifest,
  FILE_LIST,
  fileEntry,
  type SavedFile,
} from './format.js'
import { restoreRows } from './restore_rows.js'
import { createWriteStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export interface RestoreOptions {
  connection: ConnectionSettings
  dataDir: string
  /** The configured key; null to use the key of the backup. */
  appKey: string | null
  /** File for the key of the backup. */
  keyFile: string
  /** Names of all migrations of this version, by former name. */
  migrations: { known: ReadonlySet<string>; renamed: ReadonlyMap<string, string> }
  /** Creates the tables with these migrations only. */
  migrate: (names: ReadonlySet<string>) => Promise<void>
  /** Creates the job queues. */
  prepareJobs: () => Promise<void>
  signal: AbortSignal
  reporter: BackupReporter
}

/**
 * Restores a backup, or leaves everything unchanged: rows become visible in one transaction,
 * which is the last step. A restore that is killed leaves a marker that prevents startup and
 * makes another restore start over.
 *
 * @throws CommandRefusal if the target is not empty, or the file is damaged or has a newer
 *   format or version
 * @throws Interrupted if the signal was raised
 */
export async function restoreBackup(file: string, options: RestoreOptions): Promise<Manifest> {
  const archive = await ArchiveReader.open(file)
  const client = new pg.Client({ ...options.connection, application_name: 'curia restore' })
  client.on('error', () => {})
  try {
    const manifest = await archive.manifest()
    const migrations = neededMigrations(manifest, options.migrations)
    const key = await readKey(archive, manifest, options)
    await client.connect()
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS taken', [
      ADVISORY_LOCKS.prepareArchive,
    ])
    if (!rows[0].taken)
      throw new CommandRefusal(
        'a server is starting on this database, or another restore is running'
      )
    await requireEmpty(client, options.dataDir)
    await markUnfinished(client)
    try {
      await fill(client, { archive, manifest, migrations, key }, options)
    } catch (error) {
      await clear(client, options.dataDir)
      if (options.signal.aborted) throw new Interrupted()
      throw refusal(error, file)
    }
    return manifest
  } finally {
    archive.close()
    await client.end()
  }
}

interface Source {
  archive: ArchiveReader
  manifest: Manifest
  migrations: ReadonlySet<string>
  key: string | null
}

async function fill(client: pg.Client, source: Source, options: RestoreOptions): Promise<void> {
  const { archive, manifest, migrations, key } = source
  await unpackFiles(archive, manifest, options)
  await options.migrate(migrations)
  await options.prepareJobs()
  await inTransaction(client, async () => {
    await restoreRows(client, archive, manifest, options)
    await placeFiles(options.dataDir)
    if (key) writeSecret(options.keyFile, `${key}\n`)
    await markFinished(client)
  })
}

/** Removes the remains of an interrupted restore; any other content is rejected. */
async function requireEmpty(client: pg.Client, dataDir: string): Promise<void> {
  if (await isUnfinished(client)) return clear(client, dataDir)
  const [table] = await readTables(client)
  if (table)
    throw new CommandRefusal(
      `the database is not empty: it has the table ${table.name}. Restore into a new DATA_DIR, or another database.`
    )
  await rm(unpackedFolder(dataDir), { recursive: true, force: true })
  const found = await firstFile(dataDir)
  if (found)
    throw new CommandRefusal(
      `the data folder is not empty: it has ${found}. Restore into a new DATA_DIR.`
    )
}

/** The marker is removed last: after an interruption, this is repeated. */
async function clear(client: pg.Client, dataDir: string): Promise<void> {
  await removeFiles(dataDir)
  await inTransaction(client, () => emptyDatabase(client, JOBS))
}

/** Current names of the migrations that created the tables of the backup. */
function neededMigrations(
  { migrations, version }: Manifest,
  { known, renamed }: RestoreOptions['migrations']
): ReadonlySet<string> {
  const needed = new Set(migrations.map((name) => renamed.get(name) ?? name))
  const unknown = [...needed].find((name) => !known.has(name))
  if (unknown)
    throw new CommandRefusal(
      `the backup was created by Curia ${version}, whose migration ${unknown} this version doesn't have. Restore it with that version or a later one, and the same plugins.`
    )
  return needed
}

/** @returns the key to write; null if it is configured */
async function readKey(
  archive: ArchiveReader,
  manifest: Manifest,
  { appKey }: RestoreOptions
): Promise<string | null> {
  if (appKey) {
    if (keyCheck(appKey) === manifest.keyCheck) return null
    throw new CommandRefusal(
      'APP_KEY is not the key of the backup; encrypted values would be unreadable. Set it to that key, or unset it.'
    )
  }
  if (!manifest.hasKey)
    throw new CommandRefusal(
      'the backup was created without its key. Set APP_KEY to the key of the original server.'
    )
  const { appKey: saved } = JSON.parse(await archive.text(KEYS)) as { appKey: string }
  if (keyCheck(saved) !== manifest.keyCheck)
    throw new CommandRefusal("the backup is damaged: its key doesn't match the manifest")
  return saved
}

function refusal(error: unknown, file: string): unknown {
  if (error instanceof CommandRefusal) return error
  const reason = describeFileError(error, 'a file of the data folder')
  if (reason !== undefined) return new CommandRefusal(reason)
  const { severity, message } = error as Error & { severity?: string }
  if (severity) return new CommandRefusal(`the database rejects rows of ${file}: ${message}`)
  return error
}

const unpackedFolder = (dataDir: string) => join(dataDir, '.restoring')

/**
 * Unpacks all files into a folder next to their destination.
 *
 * @throws CommandRefusal if a file is missing, damaged, or outside the folder
 */
async function unpackFiles(
  archive: ArchiveReader,
  { fileList }: Manifest,
  { dataDir, signal, reporter }: { dataDir: string; signal: AbortSignal; reporter: BackupReporter }
): Promise<void> {
  const folder = unpackedFolder(dataDir)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  reporter.started('files', fileList.files)
  const lines = (await archive.text(FILE_LIST, fileList)).split('\n').filter(Boolean)
  for (const [place, line] of lines.entries()) {
    if (signal.aborted) throw new Interrupted()
    const saved = JSON.parse(line) as SavedFile
    const parts = saved.path.split('/')
    if (!isSaved(parts[0]!) || parts.some((part) => ['', '.', '..'].includes(part)))
      throw new CommandRefusal(
        `${archive.file} is damaged: it contains the invalid path ${saved.path}`
      )
    const path = join(folder, saved.path)
    await mkdir(dirname(path), { recursive: true })
    await pipeline(archive.read(fileEntry(saved), saved), createWriteStream(path, { flush: true }))
    reporter.progress('files', place + 1)
  }
}

/** Moves the unpacked files to their destination. */
async function placeFiles(dataDir: string): Promise<void> {
  const folder = unpackedFolder(dataDir)
  for (const entry of await readdir(folder)) {
    const place = join(dataDir, entry)
    // A startup may have created this folder and left it empty.
    await rm(place, { recursive: true, force: true })
    await rename(join(folder, entry), place)
  }
  await rm(folder, { recursive: true, force: true })
}

/** Removes all files that are part of backups. */
async function removeFiles(dataDir: string): Promise<void> {
  await rm(unpackedFolder(dataDir), { recursive: true, force: true })
  for (const entry of await readdir(dataDir))
    if (isSaved(entry)) await rm(join(dataDir, entry), { recursive: true, force: true })
}
