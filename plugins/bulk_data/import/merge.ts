/**
 * Merges staged rows into a table that can have rows.
 */
import { ident } from '#app/support/sql_text'
import { resolveUniqueConflicts } from './unique_conflicts.js'
import type { Staging } from './staging.js'
import { readFirstLocalKey } from '#app/database/local_keys'
import { withoutIndexes } from '#app/database/table_rules'
import { LockUnavailable } from '#app/database/retry_conflicts'
import { lockTables, type LockWait } from './table_locks.js'
import { isNumbered } from './table_layout.js'

/** Milliseconds to wait for readers before the transaction is retried. */
const READERS_END_WITHIN = 5_000

export interface MergedRows {
  added: number
  changed: number
  /** Rows deleted because of unique values. */
  removed: number
}

/**
 * Inserts new rows and updates rows that differ; merging the same file again
 * changes nothing. Runs in the caller's transaction, which has locked out other
 * writers. Indexes are kept, because rebuilding them would block readers.
 *
 * @throws LockUnavailable if rows swap unique values and readers use the table continuously
 */
export async function merge(
  staging: Staging,
  { report }: Pick<LockWait, 'report'>
): Promise<MergedRows> {
  const { client, layout } = staging
  const columns = staging.columns.filter(({ name }) => name !== layout.key)
  const target = ident(layout.table)
  const source = ident(staging.table)
  const values = (alias: string) => columns.map(({ name }) => `${alias}.${ident(name)}`).join(', ')
  await client.query(
    `CREATE TEMP TABLE bulk_changes ON COMMIT DROP AS
     SELECT s.id, t.id IS NULL AS added, t.id IS NULL AS missing FROM ${source} s LEFT JOIN ${target} t ON t.id = s.id
     WHERE t.id IS NULL OR (${values('t')}) IS DISTINCT FROM (${values('s')})`
  )
  await client.query('ANALYZE bulk_changes')
  const { rows } = await client.query(
    'SELECT count(*)::int AS all, count(*) FILTER (WHERE added)::int AS added FROM bulk_changes'
  )
  const { all, added } = rows[0] as { all: number; added: number }
  if (all === 0) return { added, changed: 0, removed: 0 }
  const cleared = await resolveUniqueConflicts(staging)

  const apply = async () => {
    const assignments = columns.map((column) => `${ident(column.name)} = ${newValue(column)}`)
    const update = `UPDATE ${target} t SET ${assignments.join(', ')} FROM ${source} s
      JOIN bulk_changes c ON c.id = s.id AND NOT c.missing WHERE t.id = s.id`
    const names = staging.columns.map(({ name }) => ident(name))
    const insert = `INSERT INTO ${target} (${names.join(', ')})
      SELECT ${names.map((name) => `s.${name}`).join(', ')} FROM ${source} s
      JOIN bulk_changes c ON c.id = s.id AND c.missing`
    const missing = added + cleared.missing
    if (all === missing) await client.query(insert)
    else if (!missing) await client.query(update)
    // One statement, because foreign keys are checked at its end: a row can refer to a new row of
    // its table. The condition runs the update first, which frees unique values.
    else
      await client.query(
        `WITH updated AS (${update} RETURNING 1) ${insert} WHERE (SELECT count(*) FROM updated) >= 0`
      )
    return { added, changed: all - added + cleared.changed, removed: cleared.removed }
  }
  if (!cleared.crossed) return apply()
  const lock = { table: target, mode: 'ACCESS EXCLUSIVE' } as const
  if (!(await lockTables(client, [lock], { patience: READERS_END_WITHIN, report })))
    throw new LockUnavailable(layout.table)
  return withoutIndexes(client, layout.table, apply, { unique: true })
}

/** Keeps the stored copy of an unchanged long text instead of rewriting it. */
function newValue({ name, type }: { name: string; type: string }): string {
  const [theirs, fresh] = [`t.${ident(name)}`, `s.${ident(name)}`]
  return type === 'text' ? `CASE WHEN ${theirs} = ${fresh} THEN ${theirs} ELSE ${fresh} END` : fresh
}

/**
 * Deletes rows that the file doesn't list, except rows created by this server.
 *
 * @returns the number of rows
 */
export async function prune({ client, layout, table }: Staging): Promise<number> {
  const first = await readFirstLocalKey((sql) => client.query(sql))
  const fromFiles = isNumbered(layout) ? `AND t.id < ${first}` : ''
  const { rowCount } = await client.query(
    `DELETE FROM ${ident(layout.table)} t
     WHERE NOT EXISTS (SELECT 1 FROM ${ident(table)} s WHERE s.id = t.id) ${fromFiles}`
  )
  return rowCount ?? 0
}
