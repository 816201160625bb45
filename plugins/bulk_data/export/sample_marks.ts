/**
 * The marks of sample records in exports: a file with the key of each marked record. An import
 * applies them together with the rows, so that invented decisions never look like law.
 */
import { basename } from 'node:path'
import type pg from 'pg'
import { defineBulkTable, type BulkTable } from '#app/bulk/define_bulk_table'
import { findPublication } from '#app/events/publication'
import { readFirstLocalKey } from '#app/database/local_keys'
import { ident, literal } from '#app/support/sql_text'
import { copyFile } from '../import/bulk_file.js'

/** The file with the marks. Its rows have no key, so it isn't imported like other files. */
export const SAMPLE_MARKS = defineBulkTable({ stem: 'sample-records', table: 'sample_records' })

/** Whether a path is that of the file with the marks. */
export function isMarksFile(path: string): boolean {
  return basename(path).startsWith(`${SAMPLE_MARKS.stem}-`)
}

/** Temporary table with the marks of the export. */
const GIVEN = 'bulk_sample_marks'

/** SQL source of the marks of existing rows, with the alias `t`. */
export async function findMarks(
  client: Pick<pg.ClientBase, 'query'>,
  tables: readonly BulkTable[]
): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT name FROM unnest($1::text[]) AS name
     WHERE pg_get_serial_sequence(quote_ident(name), 'id') IS NOT NULL`,
    [tables.map(({ table }) => table)]
  )
  const exists = rows.map(
    ({ name }) =>
      `(m.table_name = ${literal(name)} AND EXISTS (SELECT FROM ${ident(name)} r WHERE r.id = m.id))`
  )
  return `(SELECT m.* FROM sample_records m WHERE ${exists.join(' OR ') || 'false'}) AS t`
}

/**
 * Reads the marks for the imports of this connection.
 *
 * @param path file of the export; without one, no row is marked
 */
export async function readMarks(client: pg.ClientBase, path: string | undefined): Promise<void> {
  await client.query(`CREATE TEMP TABLE IF NOT EXISTS ${GIVEN} (LIKE sample_records)`)
  await client.query(`TRUNCATE ${GIVEN}`)
  if (path !== undefined) await copyFile(client, GIVEN, path)
  await client.query(`ANALYZE ${GIVEN}`)
}

/**
 * Marks the imported rows of a table as in the export, in the transaction that publishes them.
 *
 * @param rows table with the imported rows
 */
export async function markRows(client: pg.ClientBase, table: string, rows: string): Promise<void> {
  const { rowCount: marked } = await client.query(
    `SELECT WHERE EXISTS (SELECT FROM sample_records WHERE table_name = $1)
     OR EXISTS (SELECT FROM ${GIVEN} WHERE table_name = $1)`,
    [table]
  )
  if (!marked) return
  const publication = await findPublication(client, table)
  const key = `r.${ident(publication?.key ?? 'id')}`
  const { rows: unmarked } = await client.query<{ key: string; type: string }>(
    `DELETE FROM sample_records m USING ${ident(rows)} r WHERE m.table_name = $1 AND m.id = r.id
     AND NOT EXISTS (SELECT FROM ${GIVEN} g WHERE g.table_name = m.table_name AND g.id = m.id)
     RETURNING ${key}::text AS key, pg_typeof(${key})::text AS type`,
    [table]
  )
  if (publication && unmarked.length) {
    // The rows can be unchanged, and increments have only logged rows.
    const isText = unmarked[0]!.type === 'text'
    const keys = isText ? '$2::text[]' : 'content_key_ranges($2::bigint[])'
    const values = unmarked.flatMap(({ key: value }) => value ?? [])
    await client.query(`SELECT log_content_change($1, 'updated', ${keys})`, [table, values])
  }
  await addMarks(client, table, `JOIN ${ident(rows)} r ON r.id = g.id`)
}

/**
 * Marks rows that were imported earlier, or whose parent was imported after them.
 *
 * @param local whether the export's rows with local keys were accepted
 */
export async function markEarlierRows(client: pg.ClientBase, local: boolean): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT table_name AS name FROM ${GIVEN} WHERE to_regclass(quote_ident(table_name)) IS NOT NULL`
  )
  const first = await readFirstLocalKey((sql) => client.query(sql))
  const accepted = local ? '' : ` AND r.id < ${first}`
  for (const { name } of rows)
    await addMarks(client, name, `JOIN ${ident(name)} r ON r.id = g.id${accepted}`)
}

async function addMarks(client: pg.ClientBase, table: string, join: string): Promise<void> {
  await client.query(
    `INSERT INTO sample_records AS m (table_name, id, invented)
     SELECT g.table_name, g.id, g.invented FROM ${GIVEN} g ${join} WHERE g.table_name = $1
     ON CONFLICT (table_name, id) DO UPDATE SET invented = excluded.invented
     WHERE m.invented <> excluded.invented`,
    [table]
  )
}
