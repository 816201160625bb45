/**
 * The sample archive: small enough to come with the server, and in the way
 * once somebody brings data of their own.
 */
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import type pg from 'pg'
import { ident } from '#api/columns'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import { CsvScanner } from './csv_scanner.js'
import { readValues } from './row_check.js'

export function sampleFolder(): string {
  return app.makePath('database/sample')
}

/** Files of the sample archive that some table takes, by stem. */
export async function sampleFiles(tables: BulkTable[]): Promise<Map<string, string>> {
  const names = await readdir(sampleFolder())
  return new Map(
    tables
      .filter(({ stem }) => names.includes(`${stem}.csv`))
      .map(({ stem }) => [stem, join(sampleFolder(), `${stem}.csv`)])
  )
}

/**
 * Takes the sample's rows out of the tables that are about to be filled from
 * other files, so that nobody's archive is mixed with it. What refers to
 * them goes with them, by the tables' delete rules. Courts stay: their keys
 * are the real ones.
 */
export async function removeSample(client: pg.ClientBase, tables: BulkTable[]): Promise<void> {
  const files = await sampleFiles(tables)
  for (const { stem, table } of tables) {
    const file = files.get(stem)
    if (!file || !(await holdsSample(client, stem))) continue
    const { rows } = await client.query(
      `SELECT pg_get_serial_sequence($1, 'id') IS NOT NULL AS numbered`,
      [ident(table)]
    )
    if (rows[0].numbered) {
      await client.query(`DELETE FROM ${ident(table)} WHERE id = ANY($1::bigint[])`, [
        await keysOf(file),
      ])
    }
    await client.query(
      `UPDATE bulk_imports SET status = 'replaced' WHERE sample AND stem = $1 AND status = 'published'`,
      [stem]
    )
  }
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
