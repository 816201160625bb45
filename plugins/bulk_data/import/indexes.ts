/**
 * Takes the indexes of a table away for a large change and builds them
 * anew after it. All in the caller's transaction: nobody sees the table
 * without them.
 */
import type pg from 'pg'
import { ident } from '#api/columns'

export interface DroppedIndexes {
  rebuild: () => Promise<void>
}

/**
 * Drops all indexes but the primary key's, and the table's own foreign
 * keys; unique rules that other tables refer to stay.
 */
export async function dropIndexes(client: pg.ClientBase, table: string): Promise<DroppedIndexes> {
  const { rows: constraints } = await client.query<{ name: string; definition: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint c
     WHERE conrelid = to_regclass($1) AND contype IN ('u', 'f')
       AND NOT EXISTS (SELECT 1 FROM pg_constraint r WHERE r.contype = 'f' AND r.conindid = c.conindid AND c.contype = 'u')
     ORDER BY contype DESC`,
    [ident(table)]
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
     WHERE i.indrelid = to_regclass($1) AND NOT i.indisprimary
       AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [ident(table)]
  )
  for (const { name } of constraints)
    await client.query(`ALTER TABLE ${ident(table)} DROP CONSTRAINT ${ident(name)}`)
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)

  return {
    async rebuild() {
      await client.query(`SET LOCAL maintenance_work_mem = '512MB'`)
      for (const { definition } of indexes) await client.query(definition)
      for (const { name, definition } of constraints) {
        await client.query(
          `ALTER TABLE ${ident(table)} ADD CONSTRAINT ${ident(name)} ${definition}`
        )
      }
    },
  }
}
