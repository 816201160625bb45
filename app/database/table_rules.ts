/**
 * Indexes and constraints of a table, as SQL that re-creates them: for dropping them during a
 * large change, and for adding them to a table that replaces another.
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
  /** Another table's foreign key depends on it. */
  referred: boolean
  /** Table that a foreign key references, quoted where needed. */
  refersTo: string | null
  /** Index of a key or unique constraint, as SQL. */
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

/** The table's own constraints: keys and unique constraints first, foreign keys last. Not-null constraints are omitted. */
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
 * Runs work on a table without its indexes and foreign keys, then re-creates
 * them. Keeps the primary key, and unique constraints that other tables
 * reference. Runs in the caller's transaction: readers of the table wait until
 * it ends.
 *
 * @param options.unique drops only unique constraints and indexes
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

/** A statement that adds a constraint to the table of the same name; it checks existing rows. */
export function addConstraint({ table, name, definition }: Constraint): string {
  return `ALTER TABLE ${table} ADD CONSTRAINT ${ident(name)} ${definition}`
}

/** Start of the names of triggers that don't depend on the identity of their table. */
export const CARRIED = 'carried_'

/** Condition on a row of pg_trigger: it is created again on the table that replaces its table. */
export const IS_CARRIED = `starts_with(tgname::text, '${CARRIED}')`

/** The carried triggers of a table, as statements that create them. */
export async function readCarriedTriggers(
  client: Pick<pg.ClientBase, 'query'>,
  table: string
): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `SELECT pg_get_triggerdef(oid) AS statement FROM pg_trigger
     WHERE tgrelid = to_regclass($1) AND ${IS_CARRIED} ORDER BY tgname`,
    [ident(table)]
  )
  return rows.map(({ statement }) => statement)
}

/** SQL: statements that drop the carried triggers of all tables. */
export const DROP_CARRIED = `
  SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS statement
  FROM pg_trigger WHERE ${IS_CARRIED} AND NOT tgisinternal`
