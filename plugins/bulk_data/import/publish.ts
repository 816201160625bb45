/**
 * Publishing: one transaction that takes a staged file into its table.
 */
import { ident, literal } from '#app/support/sql_text'
import { FIRST_LOCAL_KEY, goOnWithLocalKeys } from '#app/database/local_keys'
import { refuseRows } from './import_record.js'
import { mendDanglingKeys, settleKeys } from './keys.js'
import { refuseUniqueConflicts } from './unique_conflicts.js'
import { merge, prune } from './merge.js'
import { isTooLarge, refuseOversized } from './oversized.js'
import { canReplace, replaceTable } from './replace_table.js'
import type { Staging } from './staging.js'
import { isKey } from './table_layout.js'
import { refuseDuplicates } from './unique_rules.js'

export interface PublishOptions {
  importId: string
  /** Rows the file does not list are deleted. */
  prune: boolean
}

export interface Published {
  added: number
  changed: number
  removed: number
  /** Rows that wait for the row their required key names. */
  deferred: number
  /** Optional keys that name no row; set to null and remembered. */
  dangling: number
  /** Remembered keys whose row came with this file. */
  mended: number
}

/**
 * Publishes what is staged. Runs inside the caller's transaction.
 */
export async function publish(staging: Staging, options: PublishOptions): Promise<Published> {
  const { client } = staging
  await lockTable(staging)
  await client.query('SAVEPOINT as_staged')
  try {
    return await takeIn(staging, options)
  } catch (error) {
    if (!isTooLarge(error)) throw error
    await client.query('ROLLBACK TO as_staged')
    await refuseOversized(staging, options.importId)
    return takeIn(staging, options)
  }
}

async function lockTable({ client, layout, columns, table }: Staging): Promise<void> {
  await client.query(`SET LOCAL work_mem = '256MB'`)
  await client.query(`SET LOCAL maintenance_work_mem = '512MB'`)
  await client.query(`SET LOCAL statement_timeout = 0`)
  await client.query(`LOCK TABLE ${ident(layout.table)} IN SHARE ROW EXCLUSIVE MODE`)
  // Statistics the checks need.
  const keys = columns.filter(({ name }) => isKey(layout, name))
  await client.query(`ANALYZE ${ident(table)} (${keys.map(({ name }) => ident(name)).join(', ')})`)
}

async function takeIn(staging: Staging, options: PublishOptions): Promise<Published> {
  await refuseDuplicates(staging, options.importId)
  await refuseLocalKeys(staging, options.importId)
  const { deferred, dangling } = await settleKeys(staging)

  const { rowCount } = await staging.client.query(
    `SELECT 1 FROM ${ident(staging.layout.table)} LIMIT 1`
  )
  if (!rowCount && (await canReplace(staging))) {
    const added = await replaceTable(staging)
    return { added, changed: 0, removed: 0, deferred, dangling, mended: await finishTable(staging) }
  }
  if (!options.prune) await refuseUniqueConflicts(staging, options.importId)
  const merged = await merge(staging)
  if (options.prune) merged.removed += await prune(staging)
  return { ...merged, deferred, dangling, mended: await finishTable(staging) }
}

/** A file has no say over rows made here. */
async function refuseLocalKeys(
  { client, layout, table }: Staging,
  importId: string
): Promise<void> {
  if (!layout.sequence) return
  const reason = `keys from ${FIRST_LOCAL_KEY} on are kept for rows made here`
  const rows = `${ident(table)} s WHERE s.id >= ${FIRST_LOCAL_KEY}`
  await refuseRows(client, importId, rows, layout.key, literal(reason))
}

/** What new rows mean beyond their table: keys that waited for them, and the keys of rows made here. */
async function finishTable({ client, layout: { table, sequence } }: Staging): Promise<number> {
  if (sequence) await client.query(goOnWithLocalKeys(literal(sequence)))
  return mendDanglingKeys(client, table)
}
