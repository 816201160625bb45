/**
 * Indexes and constraints of a table, as the database would write them
 * again: to take them away for a large change, and to give them to a table
 * that takes the place of another.
 */
import type pg from 'pg'
import { ident } from '#app/support/sql_text'

export interface Constraint {
  /** Table it belongs to, quoted where needed. */
  table: string
  name: string
  /** `p` primary key, `u` unique, `f` foreign key, `c` check, `x` exclusion. */
  type: string
  columns: string[]
  definition: string
  /** Another table's key rests on it. */
  referred: boolean
  /** Table a foreign key refers to, quoted where needed. */
  refersTo: string | null
  /** Index of a key or unique rule, as SQL makes it. */
  index: string | null
}

export interface Index {
  name: string
  definition: string
}

const CONSTRAINT = `
  SELECT c.conrelid::regclass::text AS table, conname AS name, contype AS type, pg_get_constraintdef(c.oid) AS definition,
         ARRAY(SELECT a.attname::text FROM unnest(c.conkey) WITH ORDINALITY k (attnum, place)
               JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.attnum ORDER BY k.place) AS columns,
         nullif(c.confrelid, 0)::regclass::text AS "refersTo",
         CASE WHEN contype IN ('p', 'u', 'x') THEN pg_get_indexdef(c.conindid) END AS index,
         EXISTS (SELECT 1 FROM pg_constraint r WHERE r.contype = 'f' AND c.contype <> 'f' AND r.conindid = c.conindid) AS referred
  FROM pg_constraint c`

/** The table's own constraints: keys and unique rules first, foreign keys last. Not-null rules are left out. */
export async function readConstraints(client: pg.ClientBase, table: string): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `${CONSTRAINT} WHERE c.conrelid = to_regclass($1) AND contype IN ('p', 'u', 'c', 'x', 'f')
     ORDER BY array_position('{p,u,c,x,f}', contype::text), conname`,
    [ident(table)]
  )
  return rows
}

/** Foreign keys of other tables to this one. */
export async function readInboundKeys(client: pg.ClientBase, table: string): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `${CONSTRAINT} WHERE c.confrelid = to_regclass($1) AND c.conrelid <> c.confrelid AND contype = 'f' ORDER BY 1, 2`,
    [ident(table)]
  )
  return rows
}

/** Indexes that belong to no constraint. */
export async function readIndexes(client: pg.ClientBase, table: string): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
     WHERE i.indrelid = to_regclass($1)
       AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype <> 'f')`,
    [ident(table)]
  )
  return rows
}

/**
 * Does work on a table without its indexes and foreign keys and builds them
 * again after it. The primary key stays, and unique rules that other tables
 * refer to. All in the caller's transaction: readers of the table wait for its
 * end.
 *
 * @param options.unique only unique rules and indexes are taken away
 */
export async function withoutIndexes<T>(
  client: pg.ClientBase,
  table: string,
  work: () => Promise<T>,
  { unique = false }: { unique?: boolean } = {}
): Promise<T> {
  const indexes = (await readIndexes(client, table)).filter(
    ({ definition }) => !unique || definition.startsWith('CREATE UNIQUE')
  )
  const constraints = (await readConstraints(client, table)).filter(
    ({ type, referred }) => (type === 'u' || (type === 'f' && !unique)) && !referred
  )
  for (const { name } of constraints)
    await client.query(`ALTER TABLE ${ident(table)} DROP CONSTRAINT ${ident(name)}`)
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  const result = await work()
  for (const { definition } of indexes) await client.query(definition)
  for (const constraint of constraints) await client.query(addConstraint(constraint))
  return result
}

/** A statement that adds a constraint to the table of the same name; it checks the rows there are. */
export function addConstraint({ table, name, definition }: Constraint): string {
  return `ALTER TABLE ${table} ADD CONSTRAINT ${ident(name)} ${definition}`
}
