/**
 * Writes a backup of a running server.
 */
import { createReadStream } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { to as copyTo } from 'pg-copy-streams'
import pg from 'pg'
import { describeFileError } from '#app/support/file_error'
import { CommandRefusal, Interrupted } from '#app/support/interrupted'
import { ident } from '#app/support/sql_text'
import type { ConnectionSettings } from '#app/database/connection'
import { quoted, readSequences, readTables, type StoredTable } from '#app/database/stored_tables'
import { inTransaction } from '#app/database/transaction'
import { isUnfinished } from '#app/database/unfinished_restore'
import {
  POSITION_TABLES,
  readPositions,
  TRANSACTION_COLUMN,
  type SavedPositions,
} from '#app/events/saved_positions'
import { SCHEMA as JOBS } from '#app/jobs/queues'
import { SCHEMA_TABLES } from '#app/boot/migrate'
import { ArchiveWriter } from './archive_writer.js'
import {
  dataFiles,
  FILE_LIST,
  fileEntry,
  FORMAT,
  keyCheck,
  KEYS,
  MANIFEST,
  tableEntry,
  type Manifest,
  type SavedFile,
  type SavedTable,
} from './format.js'

/** Table with the jobs; a restore creates the queues. */
export const JOB_TABLE = `${JOBS}.job`

/** Already compressed formats. */
const COMPRESSED = new Set(['.pdf', '.mp3', '.jpg', '.jpeg', '.png', '.gif', '.zip', '.gz', '.bz2'])

export interface BackupReporter {
  started: (what: string, total: number) => void
  progress: (what: string, done: number) => void
}

export interface BackupOptions {
  connection: ConnectionSettings
  dataDir: string
  appKey: string
  /** Whether to include the key. */
  withKey: boolean
  version: string
  /** Prefixes of excluded tables. */
  scratchTables: readonly string[]
  signal: AbortSignal
  reporter: BackupReporter
}

/**
 * Writes all data of the server into one file: a consistent snapshot of all tables, while the
 * server runs, and then the files of the data folder.
 *
 * @param file must not exist; gets its name when it is complete
 * @throws CommandRefusal if there is nothing to save, or the file can't be written
 * @throws Interrupted if the signal was raised
 */
export async function createBackup(file: string, options: BackupOptions): Promise<Manifest> {
  const client = new pg.Client({ ...options.connection, application_name: 'curia backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await makeFolder(dirname(file))
    const writer = new ArchiveWriter(file, options.signal)
    try {
      const manifest = await write(client, writer, options)
      await writer.finish()
      return manifest
    } catch (error) {
      await writer.discard()
      if (options.signal.aborted) throw new Interrupted()
      const reason = describeFileError(error, file)
      throw reason === undefined ? error : new CommandRefusal(reason)
    }
  } finally {
    await client.end()
  }
}

async function write(
  client: pg.Client,
  writer: ArchiveWriter,
  options: BackupOptions
): Promise<Manifest> {
  const names = await savedTables(client, options.scratchTables)
  const rows = await inTransaction(client, () => saveRows(client, names, writer, options), {
    readOnly: true,
    snapshot: true,
  })
  // After the rows: files are stored before the rows that refer to them.
  const files = await saveFiles(writer, options)
  const list = files.map((saved) => `${JSON.stringify(saved)}\n`)
  const fileList = await writer.add(FILE_LIST, [Buffer.from(list.join(''))])
  if (options.withKey)
    await writer.add(KEYS, [Buffer.from(JSON.stringify({ appKey: options.appKey }))])
  const manifest: Manifest = {
    format: FORMAT,
    version: options.version,
    createdAt: new Date().toISOString(),
    ...rows,
    fileList: { ...fileList, files: files.length },
    keyCheck: keyCheck(options.appKey),
    hasKey: options.withKey,
  }
  await writer.add(MANIFEST, [Buffer.from(JSON.stringify(manifest, null, 2))])
  return manifest
}

type SavedRows = Pick<
  Manifest,
  'postgres' | 'migrations' | 'tables' | 'sequences' | keyof SavedPositions
>

/**
 * Locks keep the tables from being replaced or altered: bulk imports wait. The locks precede
 * the snapshot, so that it sees the locked tables.
 */
async function saveRows(
  client: pg.Client,
  names: ReadonlySet<string>,
  writer: ArchiveWriter,
  { reporter }: BackupOptions
): Promise<SavedRows> {
  const jobs = await jobTable(client)
  const locked = [...names, ...(jobs ? [JOB_TABLE] : [])].map(quoted).join(', ')
  await client.query(`LOCK TABLE ${locked} IN ACCESS SHARE MODE`)
  const tables = (await readTables(client)).filter(({ name }) => names.has(name))
  if (jobs) tables.push(jobs)
  const sequences = await readSequences(client)
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  reporter.started('tables', total)
  const saved: SavedTable[] = []
  let before = 0
  for (const table of tables) {
    const { name } = table
    const columns = table.columns.filter(
      (column) =>
        !name.endsWith(`.${TRANSACTION_COLUMN.table}`) || column !== TRANSACTION_COLUMN.column
    )
    const list = columns.map(ident).join(', ')
    const copy = client.query(copyTo(`COPY (SELECT ${list} FROM ${quoted(name)}) TO STDOUT`))
    let read = 0
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of copy as AsyncIterable<Buffer>) {
        read += chunk.length
        reporter.progress(name, before + Math.min(read, table.bytes))
        yield chunk
      }
    }
    const content = await writer.add(tableEntry(table), counted())
    saved.push({ name, columns, rows: copy.rowCount, ...content })
    before += table.bytes
  }
  const { rows } = await client.query<{ version: string; migrations: string[] }>(
    `SELECT current_setting('server_version') AS version,
            (SELECT array_agg(name::text ORDER BY id) FROM ${SCHEMA_TABLES.migrations}) AS migrations`
  )
  const { version: postgres, migrations } = rows[0]!
  return { postgres, migrations, tables: saved, sequences, ...(await readPositions(client)) }
}

/** Names of the saved tables. */
async function savedTables(
  client: pg.Client,
  scratchTables: readonly string[]
): Promise<Set<string>> {
  if (await isUnfinished(client))
    throw new CommandRefusal('the database has an interrupted restore: nothing to save')
  const left = [...Object.values(SCHEMA_TABLES), ...POSITION_TABLES]
  const names = (await readTables(client)).map(({ name }) => name)
  const saved = names.filter((name) => {
    const table = name.split('.').slice(1).join('.')
    return !left.includes(table) && !scratchTables.some((start) => table.startsWith(start))
  })
  if (!saved.some((name) => name.endsWith('.accounts')))
    throw new CommandRefusal('the database is empty: nothing to save')
  return new Set(saved)
}

/** Undefined if no server has used the database yet, only commands. */
async function jobTable(client: pg.Client): Promise<StoredTable | undefined> {
  const { rows } = await client.query<{ columns: string[] | null }>(
    `SELECT array_agg(attname::text ORDER BY attnum) AS columns FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [JOB_TABLE]
  )
  const { columns } = rows[0]!
  return columns ? { name: JOB_TABLE, columns, bytes: 0 } : undefined
}

/** Skips files that are removed in the meantime. */
async function saveFiles(
  writer: ArchiveWriter,
  { dataDir, reporter, signal }: BackupOptions
): Promise<SavedFile[]> {
  const saved: SavedFile[] = []
  reporter.started('files', 0)
  for await (const path of dataFiles(dataDir)) {
    if (signal.aborted) throw new Interrupted()
    const file = join(dataDir, path)
    if (file === writer.draft) continue
    const source = createReadStream(file)
    try {
      await new Promise((resolve, reject) => source.once('open', resolve).once('error', reject))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue
      throw error
    }
    const compress = !COMPRESSED.has(extname(path).toLowerCase())
    saved.push({ path, ...(await writer.add(fileEntry({ path }), source, { compress })) })
    reporter.progress('files', saved.length)
  }
  return saved
}

/** Not readable by others: backups contain the key. */
async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true })
  if (made) await chmod(folder, 0o700)
}
