/**
 * Rows whose values no index of the table can hold. How much an index holds
 * depends on how well a value can be compressed, so the database is asked.
 */
import { ident, literal } from '#app/support/sql_text'
import { refuseRows } from './import_record.js'
import { LINE, type Staging } from './staging.js'

/** What PostgreSQL calls a row an index cannot hold: program_limit_exceeded. */
const TOO_LARGE = '54000'
/** An index holds any row of fewer bytes, also where it stores them longer than they are given. */
const SURELY_FIT = 900

/** Whether an error says that an index cannot hold a row. */
export function isTooLarge(error: unknown): boolean {
  return (error as { code?: string }).code === TOO_LARGE
}

interface LongRow {
  /** Where it is in the staging table. */
  place: string
  /** Bytes of the columns that indexes cover. */
  sizes: number[]
}

/** Refuses every staged row that an index of the table cannot hold. */
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
    const reason = `${largest} bytes are more than an index of the column can hold`
    await refuseRows(client, importId, row, indexed[bytes.indexOf(largest)]!, literal(reason))
  }
  // Rows deleted in this transaction would go into indexes built in it, but not into a rewritten table.
  await client.query(
    `ALTER TABLE ${ident(table)} ALTER COLUMN ${LINE} TYPE bigint USING ${LINE} + 0`
  )
}

/** Columns of varying length that are in an index, also within an expression. */
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

/** Tries a row in a table of the same indexes, and takes it out again. */
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
