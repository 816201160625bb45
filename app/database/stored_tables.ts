/**
 * The contents of a database, for backups: tables with their columns,
 * and sequences.
 */
import type pg from 'pg'
import { ident } from '#app/support/sql_text'
import type { Reader } from './reader.js'

export interface StoredTable {
  /** Including its schema: `public.accounts`. */
  name: string
  /** Without generated columns, in order. */
  columns: string[]
  /** Size on disk, including out-of-line storage. */
  bytes: number
}

export interface SequenceState {
  name: string
  /** A number of up to 19 digits. */
  value: string
  isCalled: boolean
}

const TABLES = `
  SELECT n.nspname || '.' || c.relname AS name, pg_table_size(c.oid)::float8 AS bytes,
         ARRAY(SELECT attname::text FROM pg_attribute a
               WHERE a.attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND c.relpersistence = 'p' AND NOT c.relispartition
  ORDER BY c.relname`

/**
 * Tables of the current schema; a partitioned table includes its partitions. `UNLOGGED` tables are
 * omitted, because a crash empties them as well.
 */
export async function readTables(client: pg.ClientBase): Promise<StoredTable[]> {
  return (await client.query<StoredTable>(TABLES)).rows
}

/** Sequences of the current schema. Sequences aren't transactional: a value may be ahead of the snapshot. */
export async function readSequences(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'S' AND c.relnamespace = current_schema()::regnamespace ORDER BY 1`
  )
  const states: SequenceState[] = []
  for (const { name } of rows) {
    const state = await client.query<{ value: string; isCalled: boolean }>(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${quoted(name)}`
    )
    states.push({ name, ...state.rows[0]! })
  }
  return states
}

export async function setSequence(client: pg.ClientBase, state: SequenceState): Promise<void> {
  const { name, value, isCalled } = state
  await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [quoted(name), value, isCalled])
}

/** A quoted SQL name with its schema. */
export function quoted(name: string): string {
  const [schema, ...table] = name.split('.')
  return `${ident(schema!)}.${ident(table.join('.'))}`
}

const EMPTY_SCHEMA = `
  DO $$ DECLARE statement text; BEGIN
    -- All of them before the first: a cascade drops others, which then have no name.
    FOREACH statement IN ARRAY (SELECT coalesce(array_agg(format('DROP %s IF EXISTS %s CASCADE', what, name) ORDER BY what <> 'TABLE'), '{}') FROM (
      SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END AS what,
             oid::regclass::text AS name, 'pg_class'::regclass AS class, oid FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
      UNION ALL SELECT 'ROUTINE', oid::regprocedure::text, 'pg_proc'::regclass, oid FROM pg_proc
      WHERE pronamespace = current_schema()::regnamespace
      UNION ALL SELECT 'TYPE', oid::regtype::text, 'pg_type'::regclass, oid FROM pg_type
      WHERE typnamespace = current_schema()::regnamespace AND typtype IN ('e', 'd')
      UNION ALL SELECT 'COLLATION', oid::regcollation::text, 'pg_collation'::regclass, oid FROM pg_collation
      WHERE collnamespace = current_schema()::regnamespace
    ) AS things WHERE NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = class AND d.objid = things.oid AND d.deptype = 'e'))
    LOOP EXECUTE statement; END LOOP;
  END $$`

/** Drops everything in the current schema except extensions, and another schema. */
export async function emptyDatabase(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query(`DROP SCHEMA IF EXISTS ${ident(schema)} CASCADE`)
  await client.query(EMPTY_SCHEMA)
}

/** Tables with fewer rows are counted exactly. */
const MAX_COUNTED = 10_000

/** @returns row counts by table name; missing tables are omitted */
export async function rowCounts(
  reader: Pick<Reader, 'rows'>,
  tables: Iterable<string>
): Promise<Map<string, number>> {
  const known = await reader.rows(
    `SELECT relname, reltuples::float8 FROM pg_class
     WHERE relname = ANY($1) AND relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
    [[...new Set(tables)]]
  )
  const counts = await Promise.all(
    known.map(async ([table, estimate]): Promise<[string, number]> => {
      if (Number(estimate) >= MAX_COUNTED) return [table!, Number(estimate)]
      const [row] = await reader.rows(
        `SELECT count(*) FROM (SELECT FROM ${ident(table!)} LIMIT ${MAX_COUNTED}) AS counted`,
        []
      )
      return [table!, Number(row![0])]
    })
  )
  return new Map(counts)
}
