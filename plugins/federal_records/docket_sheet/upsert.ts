/**
 * Rows into a table, by key: new ones go in, others change where they differ.
 */
import type pg from 'pg'
import { ident, literal } from '#api/columns'

export type Row = Record<string, unknown> & { id?: string | number }

export interface Counts {
  added: number
  changed: number
}

/** Gives a key to every row that has none, from the table's sequence. */
export async function giveKeys(client: pg.ClientBase, table: string, rows: Row[]): Promise<void> {
  const without = rows.filter(({ id }) => id === undefined)
  if (!without.length) return
  const { rows: keys } = await client.query<{ id: string }>(
    `SELECT nextval(pg_get_serial_sequence($1, 'id')) AS id FROM generate_series(1, $2)`,
    [table, without.length]
  )
  for (const [place, row] of without.entries()) row.id = keys[place]!.id
}

/**
 * @param rows all of the same columns, `id` among them
 * @returns how many were new and how many differed
 */
export async function upsert(client: pg.ClientBase, table: string, rows: Row[]): Promise<Counts> {
  if (!rows.length) return { added: 0, changed: 0 }
  const { columns, stamped } = await tableOf(client, table)
  const names = Object.keys(rows[0]!)
  const values = names.filter((name) => name !== 'id').map(ident)
  const record = names.map((name) => `${ident(name)} ${columns.get(name)!}`).join(', ')
  const list = (prefix: string) => values.map((name) => `${prefix}.${name}`).join(', ')
  const assignments = values.map((name) => `${name} = excluded.${name}`)
  if (stamped) assignments.push('date_modified = now()')
  const { rows: written } = await client.query<{ added: boolean }>(
    `INSERT INTO ${ident(table)} AS t (${names.map(ident).join(', ')})
     SELECT ${names.map(ident).join(', ')} FROM json_to_recordset($1) AS given (${record})
     ON CONFLICT (id) DO UPDATE SET ${assignments.join(', ')}
     WHERE (${list('t')}) IS DISTINCT FROM (${list('excluded')})
     RETURNING xmax = 0 AS added`,
    [JSON.stringify(rows)]
  )
  const added = written.filter((row) => row.added).length
  return { added, changed: written.length - added }
}

/** Lifts the table's sequence above keys that rows brought themselves. */
export async function settleSequence(client: pg.ClientBase, table: string): Promise<void> {
  await client.query(
    `SELECT setval(pg_get_serial_sequence(${literal(table)}, 'id'), greatest((SELECT max(id) FROM ${ident(table)}), 1))`
  )
}

interface TableInfo {
  columns: Map<string, string>
  /** Whether rows say when they last changed. */
  stamped: boolean
}

const tables = new WeakMap<pg.ClientBase, Map<string, TableInfo>>()

async function tableOf(client: pg.ClientBase, table: string): Promise<TableInfo> {
  const known = tables.get(client) ?? new Map<string, TableInfo>()
  tables.set(client, known)
  let info = known.get(table)
  if (!info) {
    const { rows } = await client.query<{ name: string; type: string }>(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
       WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`,
      [ident(table)]
    )
    const columns = new Map(rows.map(({ name, type }) => [name, type]))
    info = { columns, stamped: columns.has('date_modified') }
    known.set(table, info)
  }
  return info
}
