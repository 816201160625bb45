/**
 * Rows with values that are too long for an index of the table. The limit
 * depends on compression, so rows are tested in the database.
 */
import { ident, literal } from '#app/support/sql_text'
import { refuseRows } from './import_record.js'
import { LINE, type Staging } from './staging.js'

/** SQLSTATE program_limit_exceeded: a value is too long for an index. */
const TOO_LARGE = '54000'
/** Rows with fewer bytes always fit, even if their stored form is longer. */
const SURELY_FIT = 900

/** Whether an error means that a value is too long for an index. */
export function isTooLarge(error: unknown): boolean {
  return (error as { code?: string }).code === TOO_LARGE
}

interface LongRow {
  /** Its `ctid` in the staging table. */
  place: string
  /** Sizes of the indexed columns in bytes. */
  sizes: number[]
}

/** Rejects staged rows that are too long for an index of the table. */
export async function refuseOversized(staging: Staging, importId: string): Promise<void> {
  const { client, layout, table } = staging
  const indexed = await indexedColumns(staging)
  const sizes = indexed.map((name) => `coalesce(octet_length(${ident(name)}::text), 0)`)
  const { rows } = await client.query<LongRow>(
    `SELECT ctid::text AS place, ARRAY[${sizes.join(', ')}] AS sizes FROM ${ident(table)}
     WHERE ${sizes.join(' + ')} > ${SURELY_FIT} ORDER BY ${LINE}`
  )
  await client.query(
    `CREATE TEMP TABLE bulk_probe (LIKE ${ident(layout.table)} INCLUDING INDEXES) ON COMMIT DROP`
  )
  for (const { place, sizes: bytes } of rows) {
    const row = `${ident(table)} s WHERE s.ctid = ${literal(place)}`
    if (await fits(staging, row)) continue
    const largest = Math.max(...bytes)
    const reason = `${largest} bytes are too long for an index of the column`
    await refuseRows(client, importId, row, indexed[bytes.indexOf(largest)]!, literal(reason))
  }
  // Rewrites the table: indexes built in this transaction would include rows deleted in it.
  await client.query(
    `ALTER TABLE ${ident(table)} ALTER COLUMN ${LINE} TYPE bigint USING ${LINE} + 0`
  )
}

/** Returns the variable-length columns used in an index, including expressions. */
async function indexedColumns({ client, layout, columns }: Staging): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT a.attname AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid
     WHERE i.indrelid = to_regclass($1) AND a.attlen = -1 AND (a.attnum = ANY (i.indkey) OR EXISTS (
       SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid
                                   AND d.refobjid = i.indrelid AND d.refobjsubid = a.attnum))`,
    [ident(layout.table)]
  )
  return rows.map(({ name }) => name).filter((name) => columns.some((own) => own.name === name))
}

/** Inserts a row into a table with the same indexes and rolls back. */
async function fits({ client, layout }: Staging, row: string): Promise<boolean> {
  const names = layout.columns.map(({ name }) => ident(name)).join(', ')
  await client.query('SAVEPOINT probe')
  try {
    await client.query(`INSERT INTO bulk_probe (${names}) SELECT ${names} FROM ${row}`)
    return true
  } catch (error) {
    if (isTooLarge(error)) return false
    throw error
  } finally {
    await client.query('ROLLBACK TO probe')
  }
}
