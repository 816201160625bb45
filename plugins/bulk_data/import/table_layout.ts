/**
 * Columns, keys, and unique indexes of a table that bulk data fills, read from
 * the system catalog so that they aren't declared twice.
 */
import type pg from 'pg'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import { ident } from '#app/support/sql_text'
import { BulkError } from './bulk_error.js'

export interface Column {
  name: string
  /** Type as returned by `format_type`, such as `timestamp with time zone`. */
  type: string
  required: boolean
}

/** A single-column foreign key of the table. */
export interface ForeignKey {
  constraint: string
  column: string
  parent: string
  parentColumn: string
  required: boolean
}

/** Columns of a unique constraint or index. */
export interface UniqueRule {
  columns: string[]
  /** Whether null equals null (`NULLS NOT DISTINCT`). */
  nullsEqual: boolean
}

export interface TableLayout {
  table: string
  key: string
  columns: Column[]
  foreignKeys: ForeignKey[]
  /** Unique constraints and indexes except the primary key. */
  uniques: UniqueRule[]
  /** Whether foreign keys refer to the table. */
  referred: boolean
  /** Sequence of the key; null for text keys, and for keys of other records. */
  sequence: string | null
}

/** Whether a column is the primary key or a foreign key. */
export function isKey({ key, foreignKeys }: TableLayout, name: string): boolean {
  return name === key || foreignKeys.some(({ column }) => column === name)
}

/** Whether the keys of the table are numbers, which can be local. */
export function isNumbered({ key, columns }: TableLayout): boolean {
  return columns.find(({ name }) => name === key)?.type === 'bigint'
}

/** @throws BulkError if the table doesn't exist */
export async function readLayout(
  client: pg.ClientBase,
  { stem, table, strictKeys = [] }: BulkTable
): Promise<TableLayout> {
  const { rows: columns } = await client.query<Column>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS required
     FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [ident(table)]
  )
  if (!columns.length)
    throw new BulkError(
      `the table ${table} for ${stem} does not exist; run "node ace migration:run"`
    )

  const { rows: foreignKeys } = await client.query<ForeignKey>(
    `SELECT c.conname AS constraint, a.attname AS column, c.confrelid::regclass::text AS parent,
            p.attname AS "parentColumn", a.attnotnull OR a.attname = ANY($2) AS required
     FROM pg_constraint c
     JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
     JOIN pg_attribute p ON p.attrelid = c.confrelid AND p.attnum = c.confkey[1]
     WHERE c.contype = 'f' AND c.conrelid = to_regclass($1) AND array_length(c.conkey, 1) = 1
     ORDER BY a.attnum`,
    [ident(table), strictKeys]
  )
  const { rows: uniques } = await client.query<UniqueRule>(
    `SELECT array_agg(a.attname::text ORDER BY k.place) AS columns, i.indnullsnotdistinct AS "nullsEqual"
     FROM pg_index i
     CROSS JOIN LATERAL unnest(i.indkey::int[]) WITH ORDINALITY AS k (attnum, place)
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
     WHERE i.indrelid = to_regclass($1) AND i.indisunique AND NOT i.indisprimary AND i.indpred IS NULL AND i.indexprs IS NULL
     GROUP BY i.indexrelid, i.indnullsnotdistinct`,
    [ident(table)]
  )
  const { rows: facts } = await client.query<{ sequence: string | null; referred: boolean }>(
    `SELECT pg_get_serial_sequence($1, 'id') AS sequence,
            EXISTS (SELECT 1 FROM pg_constraint WHERE contype = 'f' AND confrelid = to_regclass($1)) AS referred`,
    [ident(table)]
  )
  return {
    table,
    key: 'id',
    columns,
    foreignKeys: foreignKeys.map((key) => ({ ...key, parent: key.parent.replaceAll('"', '') })),
    uniques,
    ...facts[0]!,
  }
}

/**
 * Returns the table's columns in the order of a file's header.
 *
 * @throws BulkError with all missing, unknown, and duplicate columns
 */
export function matchHeader(
  bulk: BulkTable,
  layout: TableLayout,
  header: string[],
  file: string
): Column[] {
  const ours = header.map((name) => bulk.renames?.[name] ?? name)
  const known = layout.columns.filter(
    ({ name }) => !bulk.only || name === layout.key || bulk.only.includes(name)
  )
  const expected = known.filter(({ name }) => !bulk.absent?.includes(name))
  const fileName = (column: string) =>
    Object.entries(bulk.renames ?? {}).find(([, renamed]) => renamed === column)?.[0] ?? column

  const missing = expected
    .filter(({ name }) => !ours.includes(name))
    .map(({ name }) => fileName(name))
  const extra = header.filter((_, index) => !known.some(({ name }) => name === ours[index]))
  const twice = header.filter((name, index) => header.indexOf(name) !== index)
  const complaints = [
    missing.length && `column ${missing.join(', ')} is missing`,
    extra.length && `column ${extra.join(', ')} is unknown`,
    twice.length && `duplicate column ${twice.join(', ')}`,
  ].filter(Boolean)
  if (complaints.length) throw new BulkError(`${file}, line 1: ${complaints.join('; ')}`)
  return ours.map((name) => layout.columns.find((column) => column.name === name)!)
}
