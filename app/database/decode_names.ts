/** Decodes character references in the names of stored rows, for migrations. */
import type { BaseSchema } from '@adonisjs/lucid/schema'
import { decodeEntities, REFERENCE_SQL } from '#app/support/decode_entities'
import { ident, literal } from '#app/support/sql_text'

/** Keys per statement, which bounds its time and memory. */
const BATCH = 20_000

/** A table and its columns with names. */
export interface NamesOfTable {
  table: string
  columns: string[]
}

type Client = BaseSchema['db']

/**
 * Decodes names such as `Comm&rsquo;r` in all rows of tables. Rows are read in batches of keys;
 * only those with references are written.
 *
 * @returns the number of rows
 */
export async function decodeStoredNames(db: Client, tables: NamesOfTable[]): Promise<number> {
  let count = 0
  for (const one of tables) count += await decodeTable(db, one)
  return count
}

async function decodeTable(db: Client, { table, columns }: NamesOfTable): Promise<number> {
  const names = columns.map(ident)
  const hasReference = names.map((name) => `${name} ~ ${literal(REFERENCE_SQL)}`).join(' OR ')
  let count = 0
  let after = 0
  for (;;) {
    const { rows: keys } = await db.rawQuery(
      `SELECT max(id)::bigint AS last FROM (
         SELECT id FROM ${ident(table)} WHERE id > ? ORDER BY id LIMIT ${BATCH}) AS keys`,
      [after]
    )
    const last = keys[0]?.last as string | null
    if (last === null || last === undefined) return count
    const { rows } = await db.rawQuery(
      `SELECT id, ${names.join(', ')} FROM ${ident(table)} WHERE id > ? AND id <= ? AND (${hasReference.replaceAll('?', String.raw`\?`)})`,
      [after, last]
    )
    for (const row of rows as Record<string, string | null>[]) {
      const decoded = columns.map((column) => row[column] && decodeEntities(row[column]))
      await db.rawQuery(
        `UPDATE ${ident(table)} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
        [...decoded, row.id!] as string[]
      )
    }
    count += rows.length
    after = Number(last)
  }
}
