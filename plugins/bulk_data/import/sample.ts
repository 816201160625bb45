/**
 * The sample archive, which is included with the server and removed when other
 * data is imported.
 */
import { createReadStream, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import type pg from 'pg'
import { ident } from '#app/support/sql_text'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import { inTransaction } from '#app/database/transaction'
import { CsvScanner } from './csv_scanner.js'
import { readValues } from './row_check.js'

export function sampleFolder(): string {
  return app.makePath('database/sample')
}

/** Returns the files of the sample archive that have a table, by stem. */
export async function sampleFiles(tables: BulkTable[]): Promise<Map<string, string>> {
  const names = await readdir(sampleFolder())
  return new Map(
    tables
      .filter(({ stem }) => names.includes(`${stem}.csv`))
      .map(({ stem }) => [stem, join(sampleFolder(), `${stem}.csv`)])
  )
}

/**
 * Removes the sample's rows from tables that are about to be filled from other
 * files. Dependent rows are removed by the tables' delete rules and by the
 * declared `sampleOf`. Courts are kept, because their keys are the real ones.
 *
 * @param tables all tables that files can fill, in load order
 * @param filled stems of the tables to fill
 */
export async function removeSample(
  client: pg.ClientBase,
  tables: BulkTable[],
  filled: string[]
): Promise<void> {
  const files = await sampleFiles(tables)
  const emptied = tables.filter(({ stem, sampleOf = [] }) =>
    [stem, ...sampleOf].some((name) => filled.includes(name))
  )
  // Children before parents.
  for (const { stem, table } of emptied.reverse()) {
    const file = files.get(stem)
    if (!file || !(await holdsSample(client, stem))) continue
    const { rows } = await client.query(IS_NUMBERED, [ident(table)])
    await inTransaction(client, async () => {
      if (rows[0].numbered) await removeRows(client, table, await keysOf(file))
      await forgetDeleted(client)
      await client.query(
        `UPDATE bulk_imports SET status = 'replaced' WHERE sample AND stem = $1 AND status = 'published'`,
        [stem]
      )
    })
  }
}

/**
 * Stores which rows are the sample's, so that pages and responses mark them. Rows of tables
 * without IDs, and courts, whose facts are public, aren't marked.
 *
 * @param file the sample's file of the table
 */
export async function noteSample(
  client: pg.ClientBase,
  table: string,
  file: string
): Promise<void> {
  const { rows } = await client.query(IS_NUMBERED, [ident(table)])
  if (!rows[0].numbered) return
  const invented = JSON.parse(
    readFileSync(join(sampleFolder(), 'invented.json'), 'utf8')
  ) as Record<string, [number, number][]>
  await client.query(
    `INSERT INTO sample_records (table_name, id, invented)
     SELECT $1, r.id, EXISTS (SELECT FROM unnest($3::bigint[], $4::bigint[]) i(first, last) WHERE r.id BETWEEN i.first AND i.last)
     FROM ${ident(table)} r WHERE r.id = ANY($2::bigint[])
     ON CONFLICT DO NOTHING`,
    [
      table,
      await keysOf(file),
      (invented[table] ?? []).map(([first]) => first),
      (invented[table] ?? []).map(([, last]) => last),
    ]
  )
}

/** Forgets the sample's rows that have been deleted: their IDs may be used again. */
export async function forgetDeleted(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT table_name AS name FROM sample_records WHERE to_regclass(quote_ident(table_name)) IS NOT NULL`
  )
  for (const { name } of rows)
    await client.query(
      `DELETE FROM sample_records s WHERE table_name = $1
       AND NOT EXISTS (SELECT FROM ${ident(name)} r WHERE r.id = s.id)`,
      [name]
    )
}

const IS_NUMBERED = `SELECT pg_get_serial_sequence($1, 'id') IS NOT NULL AS numbered`

/** Deletes rows with the required references to them; optional references are set to null. */
async function removeRows(client: pg.ClientBase, table: string, keys: string[]): Promise<void> {
  const { rows: referring } = await client.query<{
    table: string
    column: string
    required: boolean
  }>(
    `SELECT c.conrelid::regclass::text AS table, a.attname AS column, a.attnotnull AS required
     FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
     WHERE c.confrelid = to_regclass($1) AND c.contype = 'f' AND c.confdeltype IN ('r', 'a')`,
    [ident(table)]
  )
  for (const { table: other, column, required } of referring) {
    const refers = `WHERE ${ident(column)} = ANY($1::bigint[])`
    await client.query(
      required
        ? `DELETE FROM ${other} ${refers}`
        : `UPDATE ${other} SET ${ident(column)} = NULL ${refers}`,
      [keys]
    )
  }
  await client.query(`DELETE FROM ${ident(table)} WHERE id = ANY($1::bigint[])`, [keys])
}

async function holdsSample(client: pg.ClientBase, stem: string): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT bool_and(sample) AS only FROM bulk_imports WHERE stem = $1 AND status = 'published'`,
    [stem]
  )
  return rows[0].only === true
}

async function keysOf(file: string): Promise<string[]> {
  const scanner = new CsvScanner()
  const keys: string[] = []
  const take = (records: ReturnType<CsvScanner['push']>) => {
    for (const { text } of records) keys.push(readValues(text)[0] ?? '')
  }
  for await (const piece of createReadStream(file)) take(scanner.push(piece as Buffer))
  take(scanner.finish())
  return keys.slice(1)
}
