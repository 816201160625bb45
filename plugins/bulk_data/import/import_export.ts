/**
 * Imports of the exports of this software, which can have rows with local keys.
 */
import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import { inTransaction } from '#app/database/transaction'
import { ident, literal } from '#app/support/sql_text'
import { MANIFEST, readManifest, verifyFiles, type Manifest } from '../export/manifest.js'
import { BulkError } from './bulk_error.js'
import { applyIncrement } from './increment.js'
import { importFiles, type FileResult, type ImportOptions } from './importer.js'

export interface ExportImportOptions extends Omit<ImportOptions, 'exported'> {
  /**
   * Whether this archive continues the exported one: it accepts the exported IDs of local rows, and
   * gets the ID of that archive.
   */
  adopt?: boolean
  /** Whether the export is an increment. */
  increment?: boolean
}

/**
 * The folder of an export, if a path names one or its manifest.
 *
 * @throws BulkError if other paths are listed with it
 */
export async function findExport(paths: readonly string[]): Promise<string | undefined> {
  const folders = await Promise.all(
    paths.map(async (path) => {
      if (basename(path) === MANIFEST) return dirname(path)
      const found = await stat(path).catch(() => undefined)
      return found?.isDirectory() ? path : undefined
    })
  )
  const folder = folders.find((found) => found !== undefined)
  if (folder !== undefined && paths.length > 1)
    throw new BulkError(`specify either files or one export, not ${folder} with others`)
  return folder
}

/**
 * Imports all files of an export after checking them against their checksums.
 *
 * @throws BulkError if a file is missing, damaged, or rejected, or if an increment doesn't continue
 *   an imported export; Interrupted
 */
export async function importExport(
  folder: string,
  { adopt = false, increment = false, ...options }: ExportImportOptions
): Promise<FileResult[]> {
  const manifest = await readManifest(folder)
  if (manifest.file_format === 'parquet')
    throw new BulkError(`${folder} has Parquet files, which are for analysis; import CSV files`)
  const isIncrement = manifest.since !== undefined
  if (increment !== isIncrement)
    throw new BulkError(
      isIncrement
        ? `${folder} has only changes since an earlier export; use --increment to apply them`
        : `${folder} has a full export; import it without --increment`
    )
  if (isIncrement) await onConnection(options, (client) => checkContinues(client, manifest))
  await verifyFiles(folder, manifest.files, options.signal)
  if (!isIncrement) await onConnection(options, (client) => replaceLater(client, manifest, options))
  const local = await acceptsLocalRows(manifest, { ...options, adopt })
  const accepted = { ...options, exported: { local } }
  const paths = manifest.files.map(({ name }) => join(folder, name))
  const results = isIncrement
    ? await applyIncrement(folder, manifest.files, accepted)
    : await importFiles(paths, accepted)
  await onConnection(options, (client) =>
    client.query(
      `INSERT INTO bulk_applied_exports (archive_id, position, exported_at) VALUES ($1, $2, $3)
       ON CONFLICT (archive_id, position) DO UPDATE SET applied_at = now()`,
      [manifest.archive.id, manifest.position, manifest.date]
    )
  )
  return results
}

/**
 * Rejects a full export that is older than an imported one, because it would revert its changes. If
 * older files are allowed, forgets the later exports, so that increments after this one can be
 * imported again.
 *
 * @throws BulkError
 */
async function replaceLater(
  client: pg.Client,
  { archive, date }: Manifest,
  { allowOlder }: Pick<ImportOptions, 'allowOlder'>
): Promise<void> {
  const later = 'FROM bulk_applied_exports WHERE archive_id = $1 AND exported_at > $2'
  if (allowOlder) {
    await client.query(`DELETE ${later}`, [archive.id, date])
    return
  }
  const { rows } = await client.query<{ date: string | null }>(
    `SELECT to_char(max(exported_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS date ${later}`,
    [archive.id, date]
  )
  const found = rows[0]!.date
  if (found !== null)
    throw new BulkError(
      `an export of ${found} UTC has been imported, which is newer than this one; use --allow-older to import it anyway`
    )
}

/**
 * Checks that the export before an increment was imported, and no later one.
 *
 * @throws BulkError
 */
async function checkContinues(
  client: pg.Client,
  { archive, since, date }: Manifest
): Promise<void> {
  const { rows } = await client.query<{ continued: boolean; later: string | null }>(
    `SELECT coalesce(bool_or(position = $2), false) AS continued,
            to_char(max(exported_at) FILTER (WHERE exported_at > $3) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS later
     FROM bulk_applied_exports WHERE archive_id = $1`,
    [archive.id, since, date]
  )
  const { continued, later } = rows[0]!
  if (!continued)
    throw new BulkError(
      'this increment continues an export that has not been imported; import the export before it first'
    )
  if (later)
    throw new BulkError(`an export of ${later} UTC has been imported, which is newer than this one`)
}

async function onConnection<T>(
  { connection }: Pick<ImportOptions, 'connection'>,
  work: (client: pg.Client) => Promise<T>
): Promise<T> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether the archive accepts the exported rows with local keys. */
async function acceptsLocalRows(
  { archive }: Manifest,
  { connection, tables, adopt }: Pick<ExportImportOptions, 'connection' | 'tables' | 'adopt'>
): Promise<boolean> {
  return onConnection({ connection }, (client) =>
    inTransaction(client, async () => {
      const { rows } = await client.query<{ id: string; first: number }>(
        'SELECT archive_id::text AS id, first_local_id::float8 AS first FROM archive_facts FOR UPDATE'
      )
      const own = rows[0]!
      if (own.id === archive.id) return true
      if (!adopt) return false
      const table = await findLocalRows(client, tables, own.first)
      if (table)
        throw new BulkError(
          `the table ${table} has rows that this server created; --adopt requires an archive without such rows`
        )
      await client.query('UPDATE archive_facts SET archive_id = $1, first_local_id = $2', [
        archive.id,
        archive.first_local_id,
      ])
      return true
    })
  )
}

/** A table with rows that this server created, if any. */
async function findLocalRows(
  client: pg.Client,
  tables: readonly BulkTable[],
  first: number
): Promise<string | undefined> {
  const names = [...new Set(tables.map(({ table }) => table))]
  const { rows: numbered } = await client.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name WHERE pg_get_serial_sequence(quote_ident(name), 'id') IS NOT NULL`,
    [names]
  )
  const found = numbered.map(
    ({ name }) =>
      `SELECT ${literal(name)} AS name WHERE EXISTS (SELECT FROM ${ident(name)} WHERE id >= ${first})`
  )
  if (!found.length) return undefined
  const { rows } = await client.query<{ name: string }>(`${found.join(' UNION ALL ')} LIMIT 1`)
  return rows[0]?.name
}
