/**
 * Publication: moves a staged file into its table in one transaction.
 */
import { ident, literal } from '#app/support/sql_text'
import { buildLocalKeySequenceSql, readFirstLocalKey } from '#app/database/local_keys'
import { BulkError } from './bulk_error.js'
import { refuseRows } from './import_record.js'
import { resolveForeignKeys, deferredTable } from './keys.js'
import { refuseUniqueConflicts, refuseDuplicates } from './unique_conflicts.js'
import { merge, prune, type MergedRows } from './merge.js'
import { isTooLarge, refuseOversized } from './oversized.js'
import { canReplace, replaceTable } from './replace_table.js'
import type { Staging } from './staging.js'
import { lockTables, type LockWait } from './table_locks.js'
import { isKey, isNumbered } from './table_layout.js'
import type pg from 'pg'

/** Maximum number of codes in the reason of a rejected row. */
const MAX_LISTED_CODES = 20
/** Milliseconds to wait for other writers. */
const WRITERS_END_WITHIN = 24 * 3_600_000

export interface PublishOptions extends Pick<LockWait, 'report'> {
  importId: string
  /** Whether to delete rows that the file doesn't list. */
  prune: boolean
  /** Whether rows can have keys of rows created by this server. */
  local?: boolean
}

export interface Published extends MergedRows {
  /** Number of deferred rows. */
  deferred: number
  /** Number of unresolved optional keys, which are set to null and remembered. */
  dangling: number
  /** Whether the staging table has replaced the table. */
  isReplaced: boolean
}

/**
 * Publishes the staged rows in the caller's transaction. If other sessions use
 * an empty table continuously, rows are copied into it instead of replacing it,
 * so that readers can't block the import.
 *
 * @throws BulkError if other sessions write to the table for a day
 */
export async function publish(staging: Staging, options: PublishOptions): Promise<Published> {
  const { client } = staging
  await prepareSession(staging)
  await client.query('SAVEPOINT as_staged')
  let published = await fittingRows(staging, options, replaceEmpty)
  if (!published) {
    await client.query('ROLLBACK TO as_staged')
    await stopWriters(staging, options)
    published = await fittingRows(staging, options, mergeStaged)
  }
  for (const statement of staging.bulk.afterward ?? []) await client.query(statement)
  return published
}

type Publish<T> = (staging: Staging, options: PublishOptions) => Promise<T>

/** If rows are too long for an index, rejects them and runs the work again. */
async function fittingRows<T>(
  staging: Staging,
  options: PublishOptions,
  work: Publish<T>
): Promise<T> {
  const { client } = staging
  await client.query('SAVEPOINT unchecked')
  try {
    return await work(staging, options)
  } catch (error) {
    if (!isTooLarge(error)) throw error
    await client.query('ROLLBACK TO unchecked')
    await refuseOversized(staging, options.importId)
    return work(staging, options)
  }
}

async function prepareSession({ client, layout, columns, table }: Staging): Promise<void> {
  await client.query(`SET LOCAL work_mem = '256MB'`)
  await client.query(`SET LOCAL maintenance_work_mem = '512MB'`)
  await client.query(`SET LOCAL statement_timeout = 0`)
  // The checks need statistics.
  const keys = columns.filter(({ name }) => isKey(layout, name))
  await client.query(`ANALYZE ${ident(table)} (${keys.map(({ name }) => ident(name)).join(', ')})`)
}

/** Doesn't block readers. */
async function stopWriters({ client, layout }: Staging, { report }: PublishOptions): Promise<void> {
  const lock = { table: ident(layout.table), mode: 'SHARE ROW EXCLUSIVE' } as const
  if (!(await lockTables(client, [lock], { patience: WRITERS_END_WITHIN, report })))
    throw new BulkError(`other sessions have been writing to the table ${layout.table} for a day`)
}

/** @returns undefined if the table can't be replaced, or not now */
async function replaceEmpty(
  staging: Staging,
  options: PublishOptions
): Promise<Published | undefined> {
  if (!(await canReplace(staging))) return undefined
  const settled = await checkStaged(staging, options)
  const added = await replaceTable(staging, options)
  if (added === undefined) return undefined
  await continueLocalKeys(staging)
  return { added, changed: 0, removed: 0, ...settled, isReplaced: true }
}

async function mergeStaged(staging: Staging, options: PublishOptions): Promise<Published> {
  const settled = await checkStaged(staging, options)
  if (staging.bulk.only) await refuseMissing(staging, options.importId)
  if (!options.prune) await refuseUniqueConflicts(staging, options.importId)
  const merged = await merge(staging, options)
  if (options.prune && !staging.bulk.only) merged.removed += await prune(staging)
  await continueLocalKeys(staging)
  return { ...merged, ...settled, isReplaced: false }
}

async function checkStaged(staging: Staging, { importId, local }: PublishOptions) {
  await refuseUnknownCodes(staging, importId)
  await refuseDuplicates(staging, importId)
  if (!local) await refuseLocalKeys(staging, importId)
  return resolveForeignKeys(staging)
}

/** Rejects rows with codes that the API doesn't have. */
async function refuseUnknownCodes(
  { client, bulk, columns, table }: Staging,
  importId: string
): Promise<void> {
  for (const [column, codes] of Object.entries(bulk.codes ?? {})) {
    if (!columns.some(({ name }) => name === column)) continue
    const value = `s.${ident(column)}::text`
    const known = codes.map((code) => literal(String(code))).join(', ')
    const rows = `${ident(table)} s WHERE ${value} <> '' AND ${value} NOT IN (${known})`
    const listed = codes.length <= MAX_LISTED_CODES ? `: ${codes.join(', ')}` : ''
    const reason = `${literal('"')} || left(${value}, 60) || ${literal(`" is not one of the codes${listed}`)}`
    await refuseRows(client, importId, rows, column, reason)
  }
}

/** Rejects rows with keys reserved for rows created by this server. */
async function refuseLocalKeys(
  { client, layout, table }: Staging,
  importId: string
): Promise<void> {
  if (!isNumbered(layout)) return
  const first = await readFirstLocalKey((sql) => client.query(sql))
  const reason = `keys from ${first} on are reserved for rows created by this server`
  const rows = `${ident(table)} s WHERE s.id >= ${first}`
  await refuseRows(client, importId, rows, layout.key, literal(reason))
}

/** Rejects rows of a supplement that the table doesn't have. */
async function refuseMissing({ client, layout, table }: Staging, importId: string): Promise<void> {
  const target = ident(layout.table)
  const rows = `${ident(table)} s WHERE NOT EXISTS (SELECT 1 FROM ${target} t WHERE t.id = s.id)`
  const reason = literal(`no row of ${layout.table} has this key`)
  await refuseRows(client, importId, rows, layout.key, reason)
}

/** Makes new rows continue after the local keys, including imported ones. */
async function continueLocalKeys({ client, layout: { table, sequence } }: Staging): Promise<void> {
  if (!sequence) return
  await client.query(buildLocalKeySequenceSql(literal(sequence)))
  await client.query(
    `SELECT setval(${literal(sequence)}, last.id) FROM (SELECT max(id) AS id FROM ${ident(table)}) AS last
     WHERE last.id > pg_sequence_last_value(${literal(sequence)}::regclass)`
  )
}

/**
 * Publishes deferred rows whose parent now exists and rejects the others. Runs
 * in the caller's transaction.
 */
export async function settleDeferred(
  staging: Staging,
  options: Omit<PublishOptions, 'prune'>
): Promise<{ added: number; changed: number }> {
  const { client } = staging
  await client.query(
    `ALTER TABLE ${ident(deferredTable(staging))} RENAME TO ${ident(staging.table)}`
  )
  const { importId } = options
  const published = await publish(staging, { ...options, prune: false })
  if (published.deferred) await refuseOrphans(staging, importId)
  await client.query(
    `UPDATE bulk_imports SET rows_new = rows_new + $2, rows_changed = rows_changed + $3 WHERE id = $1`,
    [importId, published.added, published.changed]
  )
  await staging.drop()
  return published
}

async function refuseOrphans(staging: Staging, importId: string): Promise<void> {
  const client: pg.ClientBase = staging.client
  const waiting = ident(deferredTable(staging))
  for (const { column, parent, parentColumn, required } of staging.layout.foreignKeys) {
    if (!required || !staging.columns.some(({ name }) => name === column)) continue
    const orphans = `${waiting} s WHERE NOT EXISTS (SELECT 1 FROM ${ident(parent)} p WHERE p.${ident(parentColumn)} = s.${ident(column)})`
    const reason = `${literal(`no row of ${parent} has the key `)} || s.${ident(column)}`
    await refuseRows(client, importId, orphans, column, reason)
  }
  await client.query(`DROP TABLE ${waiting}`)
}
