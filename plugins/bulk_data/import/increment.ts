/**
 * Increments: changed rows of an export, and values whose other rows are deleted.
 *
 * Rows are imported before others are deleted, because deleting a row deletes its children, which
 * may have moved to another parent. A row whose unique value belongs to a row that is yet to be
 * deleted is rejected at first, and imported afterward.
 */
import { join } from 'node:path'
import pg from 'pg'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import { retryConflicts } from '#app/database/retry_conflicts'
import { withSource } from '#app/database/change_source'
import { inTransaction } from '#app/database/transaction'
import { ident } from '#app/support/sql_text'
import type { ManifestFile } from '../export/manifest.js'
import { BulkError } from './bulk_error.js'
import { copyFile } from './bulk_file.js'
import { importFiles, type FileResult, type ImportOptions } from './importer.js'
import { forgetDeleted } from './sample.js'

/** Rows and removals of a table. */
interface TableChanges {
  bulk: BulkTable
  rows?: ManifestFile
  removed: ManifestFile
}

/**
 * Applies an increment. Applying it again changes nothing.
 *
 * @param options as for `importFiles`
 * @throws BulkError if a file is rejected; Interrupted
 */
export async function applyIncrement(
  folder: string,
  files: readonly ManifestFile[],
  options: ImportOptions
): Promise<FileResult[]> {
  const paths = files.filter(({ kind }) => kind === 'rows').map(({ name }) => join(folder, name))
  // Rows that an increment doesn't list are unchanged.
  const tables = options.tables.map((bulk) => ({ ...bulk, replace: undefined }))
  const rows = { ...options, tables, prune: false, allowOlder: true }
  const first = paths.length ? await importFiles(paths, rows) : []
  const removed = await withSource({ source: 'import', history: options.history }, () =>
    removeRows(folder, files, options)
  )
  const isComplete = first.every(({ refused }) => refused === 0)
  const results = isComplete ? first : merged(first, await importFiles(paths, rows))
  for (const result of results) result.removed += removed.get(result.file) ?? 0
  for (const [file, count] of removed)
    if (!results.some((result) => result.file === file)) results.push(emptyResult(file, count))
  return results
}

/** The results of two runs with the same files. */
function merged(first: FileResult[], second: FileResult[]): FileResult[] {
  return second.map((result) => {
    const earlier = first.find(({ file }) => file === result.file)!
    const sum = (key: 'added' | 'changed' | 'removed' | 'seconds') => earlier[key] + result[key]
    const sums = { added: sum('added'), changed: sum('changed') }
    return { ...result, ...sums, removed: sum('removed'), seconds: sum('seconds') }
  })
}

function emptyResult(file: string, removed: number): FileResult {
  const counts = { rowsRead: 0, added: 0, changed: 0, refused: 0, dangling: 0, mended: 0 }
  return { file, ...counts, removed, seconds: 0, examples: [], warnings: [] }
}

/**
 * Deletes rows, children before parents.
 *
 * @returns number of deleted rows by file: that with the table's rows, if any
 */
async function removeRows(
  folder: string,
  files: readonly ManifestFile[],
  { tables, connection, signal }: ImportOptions
): Promise<Map<string, number>> {
  const removals = tables.flatMap((bulk): TableChanges[] => {
    const own = files.filter(({ stem }) => stem === bulk.stem)
    const removed = own.find(({ kind }) => kind === 'removed')
    return removed ? [{ bulk, removed, rows: own.find(({ kind }) => kind === 'rows') }] : []
  })
  const counts = new Map<string, number>()
  const client = new pg.Client({ ...connection, options: '-c statement_timeout=0' })
  client.on('error', () => {})
  await client.connect()
  try {
    for (const changes of removals.reverse()) {
      signal?.throwIfAborted()
      const count = await retryConflicts(
        () => inTransaction(client, () => removeFrom(client, folder, changes)),
        { signal }
      )
      counts.set((changes.rows ?? changes.removed).name, count)
    }
    await forgetDeleted(client)
  } finally {
    await client.end().catch(() => {})
  }
  return counts
}

async function removeFrom(
  client: pg.Client,
  folder: string,
  { bulk, rows, removed }: TableChanges
): Promise<number> {
  const [given] = removed.columns
  const key = bulk.renames?.[given!] ?? given!
  const { rows: types } = await client.query<{ type: string }>(
    `SELECT format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attname = $2 AND NOT attisdropped`,
    [ident(bulk.table), key]
  )
  const type = types[0]?.type
  if (removed.columns.length !== 1 || !type)
    throw new BulkError(`${removed.name} must have one column of the table ${bulk.table}`)
  await client.query(`CREATE TEMP TABLE bulk_removed (k ${type}) ON COMMIT DROP`)
  await copyFile(client, 'bulk_removed', join(folder, removed.name))
  await client.query('ANALYZE bulk_removed')
  let isListed = 'false'
  if (rows && key !== 'id') {
    const columns = rows.columns.map((name) => `${ident(name)} text`).join(', ')
    await client.query(`CREATE TEMP TABLE bulk_listed (${columns}) ON COMMIT DROP`)
    await copyFile(client, 'bulk_listed', join(folder, rows.name))
    await client.query('ANALYZE bulk_listed')
    isListed = 't.id::text IN (SELECT id FROM bulk_listed)'
  }
  const { rowCount } = await client.query(
    `DELETE FROM ${ident(bulk.table)} t USING (SELECT DISTINCT k FROM bulk_removed) AS removed
     WHERE t.${ident(key)} = removed.k AND NOT (${isListed})`
  )
  return rowCount ?? 0
}
