/**
 * Work after the swap of a table that doesn't block readers: validates its
 * foreign keys and drops the replaced table. Also finishes the swaps of killed
 * imports.
 */
import type pg from 'pg'
import { ident } from '#app/support/sql_text'
import { retryConflicts } from '#app/database/retry_conflicts'
import { inTransaction } from '#app/database/transaction'
import { lockTables } from './table_locks.js'

/** Starts with the prefix of scratch tables, which backups exclude. */
const REPLACED = 'bulk_staging_replaced_'
/** SQLSTATE foreign_key_violation. */
const DANGLES = '23503'

/** Returns the name of an empty table after its replacement. */
export async function replacedName(client: pg.ClientBase, table: string): Promise<string> {
  const { rows } = await client.query<{ oid: string }>('SELECT to_regclass($1)::oid AS oid', [
    ident(table),
  ])
  return ident(`${REPLACED}${rows[0]!.oid}`)
}

/**
 * Finishes all swaps so far.
 *
 * @param patience milliseconds to wait for a lock on each table that a replaced one refers to;
 *   if that times out, the replaced table is left for the next import
 */
export async function finishReplacements(client: pg.ClientBase, patience: number): Promise<void> {
  await validateKeys(client)
  for (const table of await replacedTables(client)) await dropReplaced(client, table, patience)
}

interface Key {
  table: string
  name: string
  columns: string[]
  parent: string
  parentColumns: string[]
  required: boolean
}

/** Doesn't block readers or writers. */
async function validateKeys(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Key>(
    `SELECT c.conrelid::regclass::text AS table, conname AS name, c.confrelid::regclass::text AS parent,
            (SELECT array_agg(attname::text ORDER BY place) FROM unnest(c.conkey) WITH ORDINALITY k (num, place)
             JOIN pg_attribute ON attrelid = c.conrelid AND attnum = num) AS columns,
            (SELECT array_agg(attname::text ORDER BY place) FROM unnest(c.confkey) WITH ORDINALITY k (num, place)
             JOIN pg_attribute ON attrelid = c.confrelid AND attnum = num) AS "parentColumns",
            EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = c.conrelid AND attnum = ANY (c.conkey) AND attnotnull) AS required
     FROM pg_constraint c
     WHERE contype = 'f' AND NOT convalidated AND connamespace = current_schema()::regnamespace
     ORDER BY 1, 2`
  )
  for (const key of rows) {
    const validate = `ALTER TABLE ${key.table} VALIDATE CONSTRAINT ${ident(key.name)}`
    await retryConflicts(async () => {
      try {
        await client.query(validate)
      } catch (error) {
        if ((error as { code?: string }).code !== DANGLES) throw error
        await settle(client, key)
        await client.query(validate)
      }
    })
  }
}

/**
 * Applies the delete rule to rows whose parent was deleted between the check of
 * the staged rows and the swap.
 */
async function settle(client: pg.ClientBase, key: Key): Promise<void> {
  const { table, parent, columns, parentColumns, required } = key
  const same = columns.map((column, at) => `p.${ident(parentColumns[at]!)} = t.${ident(column)}`)
  const named = columns.map((column) => `t.${ident(column)} IS NOT NULL`)
  const which = `WHERE ${named.join(' AND ')} AND NOT EXISTS (SELECT 1 FROM ${parent} p WHERE ${same.join(' AND ')})`
  const empty = columns.map((column) => `${ident(column)} = NULL`)
  await client.query(
    required
      ? `DELETE FROM ${table} t ${which}`
      : `UPDATE ${table} t SET ${empty.join(', ')} ${which}`
  )
}

async function replacedTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND starts_with(relname, $1)`,
    [REPLACED]
  )
  return rows.map(({ name }) => ident(name))
}

/** Drops one foreign key per transaction, so that it holds no other lock while it waits for readers. */
async function dropReplaced(client: pg.ClientBase, table: string, patience: number): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; parent: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, confrelid::regclass::text AS parent FROM pg_constraint
     WHERE contype = 'f' AND to_regclass($1) IN (conrelid, confrelid)`,
    [table]
  )
  for (const key of keys) {
    const isDropped = await inTransaction(client, async () => {
      const mode = 'ACCESS EXCLUSIVE'
      const locks = [key.table, key.parent].map((name) => ({ table: name, mode }) as const)
      if (!(await lockTables(client, locks, { patience }))) return false
      await client.query(`ALTER TABLE ${key.table} DROP CONSTRAINT ${ident(key.name)}`)
      return true
    })
    if (!isDropped) return
  }
  await client.query(`DROP TABLE ${table}`)
}
