/**
 * Empty tables for the baseline to fill, with the same columns, indexes, and
 * foreign keys as the originals.
 */
import type pg from 'pg'
import { ident } from '#app/support/sql_text'

/** Name of the copy of a table. */
export function getBenchTableName(table: string): string {
  return `bench_${table}`
}

/** @param tables parents before children */
export async function makeCopies(client: pg.Client, tables: string[]): Promise<void> {
  await dropCopies(client, tables)
  for (const table of tables) {
    const copy = ident(getBenchTableName(table))
    await client.query(`CREATE TABLE ${copy} (LIKE ${ident(table)} INCLUDING ALL)`)
    const { rows: keys } = await client.query<{ parent: string; definition: string }>(
      `SELECT relname AS parent, pg_get_constraintdef(c.oid) AS definition
       FROM pg_constraint c JOIN pg_class parent ON parent.oid = confrelid
       WHERE contype = 'f' AND conrelid = $1::regclass`,
      [ident(table)]
    )
    for (const { parent, definition } of keys) {
      const own = tables.includes(parent)
        ? definition.replace(/REFERENCES [^(]+/, `REFERENCES ${ident(getBenchTableName(parent))}`)
        : definition
      await client.query(`ALTER TABLE ${copy} ADD ${own}`)
    }
  }
}

export async function dropCopies(client: pg.Client, tables: string[]): Promise<void> {
  const copies = tables.map((table) => ident(getBenchTableName(table)))
  await client.query(`DROP TABLE IF EXISTS ${copies.join(', ')} CASCADE`)
}
