/**
 * Unresolved foreign keys. The public files are not one snapshot, so a row can
 * refer to a row that is missing from an earlier file.
 */
import type pg from 'pg'
import { ident, literal } from '#app/support/sql_text'
import type { Staging } from './staging.js'
import type { ForeignKey } from './table_layout.js'

/** Table for deferred rows, which have an unresolved required key. */
export function deferredTable(staging: Staging): string {
  return `${staging.table}_deferred`
}

/**
 * Handles unresolved keys of staged rows. Optional keys are set to null and
 * remembered; rows with an unresolved required key are deferred until the end
 * of the run.
 */
export async function resolveForeignKeys(
  staging: Staging
): Promise<{ deferred: number; dangling: number }> {
  let deferred = 0
  let dangling = 0
  await forget(staging)
  const keys = staging.layout.foreignKeys.filter(({ column }) =>
    staging.columns.some(({ name }) => name === column)
  )
  for (const key of keys.filter(({ required }) => required)) {
    if (await anyDangles(staging, key)) deferred += await defer(staging, key)
  }
  for (const key of keys.filter(({ required }) => !required)) {
    if (await anyDangles(staging, key)) dangling += await nullify(staging, key)
  }
  if (!deferred) await staging.client.query(`DROP TABLE IF EXISTS ${ident(deferredTable(staging))}`)
  return { deferred, dangling }
}

/** Removes the remembered keys of the staged rows, because the new file determines them. */
async function forget({ client, columns, layout, table }: Staging): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT 1 FROM bulk_dangling_keys WHERE table_name = $1 LIMIT 1',
    [layout.table]
  )
  if (!rowCount) return
  await client.query(
    `DELETE FROM bulk_dangling_keys d USING ${ident(table)} s
     WHERE d.table_name = $1 AND d.row_key = s.id::text AND d.column_name = ANY ($2)`,
    [layout.table, columns.map(({ name }) => name)]
  )
}

/** A separate count, because PostgreSQL runs it in parallel, unlike a change. */
async function anyDangles(staging: Staging, key: ForeignKey): Promise<boolean> {
  const { rows } = await staging.client.query<{ dangling: string }>(
    `SELECT count(*) AS dangling FROM ${ident(staging.table)} s WHERE ${namesNoRow(staging, key)}`
  )
  return rows[0]!.dangling !== '0'
}

function namesNoRow(
  { table, layout }: Staging,
  { column, parent, parentColumn }: ForeignKey
): string {
  const missing = (from: string, key: string) =>
    `NOT EXISTS (SELECT 1 FROM ${from} p WHERE p.${key} = s.${ident(column)})`
  const conditions = [`s.${ident(column)} IS NOT NULL`, missing(ident(parent), ident(parentColumn))]
  if (parent === layout.table) conditions.push(missing(ident(table), 'id'))
  return conditions.join(' AND ')
}

async function defer(staging: Staging, key: ForeignKey): Promise<number> {
  const { client, table } = staging
  const waiting = ident(deferredTable(staging))
  await client.query(`CREATE UNLOGGED TABLE IF NOT EXISTS ${waiting} (LIKE ${ident(table)})`)
  const { rowCount } = await client.query(
    `WITH moved AS (DELETE FROM ${ident(table)} s WHERE ${namesNoRow(staging, key)} RETURNING s.*)
     INSERT INTO ${waiting} SELECT * FROM moved`
  )
  return rowCount ?? 0
}

async function nullify(staging: Staging, key: ForeignKey): Promise<number> {
  const { client, table, layout } = staging
  const { rowCount } = await client.query(
    `INSERT INTO bulk_dangling_keys (table_name, row_key, column_name, parent_table, parent_key)
     SELECT $1, s.id::text, $2, $3, s.${ident(key.column)}::text FROM ${ident(table)} s WHERE ${namesNoRow(staging, key)}
     ON CONFLICT (table_name, column_name, row_key) DO UPDATE SET parent_key = excluded.parent_key`,
    [layout.table, key.column, key.parent]
  )
  if (rowCount) {
    if (layout.uniques.some(({ columns }) => columns.join() === key.column))
      await forgetOthers(staging, key)
    await client.query(
      `UPDATE ${ident(table)} s SET ${ident(key.column)} = NULL WHERE ${namesNoRow(staging, key)}`
    )
  }
  return rowCount ?? 0
}

/** If the column is unique, removes other rows' remembered keys to the same parent. */
async function forgetOthers({ client, table, layout }: Staging, { column }: ForeignKey) {
  await client.query(
    `DELETE FROM bulk_dangling_keys d USING ${ident(table)} s
     WHERE d.table_name = $1 AND d.column_name = $2 AND d.parent_key = s.${ident(column)}::text AND d.row_key <> s.id::text`,
    [layout.table, column]
  )
}

/**
 * Restores remembered keys that now have a row.
 *
 * @param parent table that was just filled
 * @returns the number of restored keys
 */
export async function restoreDanglingKeys(client: pg.ClientBase, parent: string): Promise<number> {
  const { rows: kinds } = await client.query<{ table_name: string; column_name: string }>(
    'SELECT DISTINCT table_name, column_name FROM bulk_dangling_keys WHERE parent_table = $1',
    [parent]
  )
  let mended = 0
  for (const { table_name: table, column_name: column } of kinds) {
    const { rows: types } = await client.query<{ key: string; own: string }>(
      `SELECT (SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = 'id') AS own,
              (SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = $2) AS key`,
      [ident(table), column]
    )
    const { key, own } = types[0]!
    const { rowCount } = await client.query(
      `WITH found AS (
         DELETE FROM bulk_dangling_keys d USING ${ident(parent)} p
         WHERE d.parent_table = ${literal(parent)} AND d.table_name = ${literal(table)} AND d.column_name = ${literal(column)}
           AND p.id = d.parent_key::${key}
         RETURNING d.row_key::${own} AS row_key, p.id AS parent_key)
       UPDATE ${ident(table)} t SET ${ident(column)} = f.parent_key FROM found f WHERE t.id = f.row_key AND t.${ident(column)} IS NULL`
    )
    mended += rowCount ?? 0
  }
  return mended
}
