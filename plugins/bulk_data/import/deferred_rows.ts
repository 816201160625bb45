/**
 * Rows that wait for the row a required key of theirs names, until every
 * file of the run has come.
 */
import type pg from 'pg'
import { ident, literal } from '#app/support/sql_text'
import { refuseRows } from './import_record.js'
import { deferredTable } from './keys.js'
import { publish, type PublishOptions } from './publish.js'
import type { Staging } from './staging.js'

/**
 * Publishes the waiting rows whose parent has come and refuses the others.
 * Runs inside the caller's transaction.
 */
export async function settleDeferred(
  staging: Staging,
  { importId, report }: Pick<PublishOptions, 'importId' | 'report'>
): Promise<{ added: number; changed: number }> {
  const { client } = staging
  await client.query(
    `ALTER TABLE ${ident(deferredTable(staging))} RENAME TO ${ident(staging.table)}`
  )
  const published = await publish(staging, { importId, prune: false, report })
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
