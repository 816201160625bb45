/**
 * Records of imports and their rejected rows in the database.
 */
import type pg from 'pg'
import type { BulkFile } from './bulk_file.js'

export interface ImportRecord {
  id: string
  bytesStaged: number
  linesStaged: number
  rowsRead: number
}

export interface Refusal {
  line: number
  column: string | null
  reason: string
}

/** Maximum number of rejected rows stored per import; all are counted. */
const MAX_REFUSALS_KEPT = 10_000

/**
 * Returns the unfinished import of the same file, or creates one.
 */
export async function openImport(
  client: pg.ClientBase,
  file: BulkFile,
  sample: boolean,
  stagedRows: () => Promise<number | null>
): Promise<ImportRecord & { resumed: boolean }> {
  const { rows } = await client.query(
    `SELECT id, bytes_staged, lines_staged, rows_read, rows_refused FROM bulk_imports
     WHERE stem = $1 AND file_name = $2 AND file_size = $3 AND file_modified = $4
       AND status = 'staging' AND bytes_staged > 0
     ORDER BY id DESC LIMIT 1`,
    [file.stem, file.name, file.size, file.modified]
  )
  const [last] = rows
  // A database crash empties unlogged staging tables; the import then starts over.
  if (last && (await stagedRows()) === Number(last.rows_read) - Number(last.rows_refused)) {
    return {
      id: last.id,
      bytesStaged: Number(last.bytes_staged),
      linesStaged: Number(last.lines_staged),
      rowsRead: Number(last.rows_read),
      resumed: true,
    }
  }
  await client.query(`DELETE FROM bulk_imports WHERE stem = $1 AND status = 'staging'`, [file.stem])
  const created = await client.query(
    `INSERT INTO bulk_imports (stem, file_name, file_date, file_size, file_modified, sample, status)
     VALUES ($1, $2, $3, $4, $5, $6, 'staging') RETURNING id`,
    [file.stem, file.name, file.date, file.size, file.modified, sample]
  )
  return { id: created.rows[0].id, bytesStaged: 0, linesStaged: 0, rowsRead: 0, resumed: false }
}

/** Saves a checkpoint in the transaction that staged its rows. */
export async function saveProgress(client: pg.ClientBase, record: ImportRecord): Promise<void> {
  await client.query(
    'UPDATE bulk_imports SET bytes_staged = $2, lines_staged = $3, rows_read = $4 WHERE id = $1',
    [record.id, record.bytesStaged, record.linesStaged, record.rowsRead]
  )
}

/** Marks an import as published in the transaction that publishes it. */
export async function savePublished(
  client: pg.ClientBase,
  id: string,
  counts: { added: number; changed: number; removed: number; seconds: number }
): Promise<void> {
  await client.query(
    `UPDATE bulk_imports SET status = 'published', finished_at = clock_timestamp(),
            rows_new = $2, rows_changed = $3, rows_removed = $4, seconds = $5 WHERE id = $1`,
    [id, counts.added, counts.changed, counts.removed, counts.seconds]
  )
}

/** Returns the newest published file of a stem if it is newer than a date. */
export async function newerImport(
  client: pg.ClientBase,
  stem: string,
  date: string
): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT file_name AS name FROM bulk_imports
     WHERE stem = $1 AND status = 'published' AND file_date > $2::date ORDER BY file_date DESC LIMIT 1`,
    [stem, date]
  )
  return rows[0]?.name
}

/** Returns the number of rejected rows and the first few. */
export async function readRefusals(
  client: pg.ClientBase,
  id: string
): Promise<{ refused: number; examples: Refusal[] }> {
  const counted = await client.query<{ refused: number }>(
    'SELECT rows_refused::int AS refused FROM bulk_imports WHERE id = $1',
    [id]
  )
  const { rows: examples } = await client.query<Refusal>(
    `SELECT line::int, column_name AS column, reason FROM bulk_refusals WHERE import_id = $1 ORDER BY line LIMIT 5`,
    [id]
  )
  return { refused: counted.rows[0]!.refused, examples }
}

/**
 * Deletes rows from a staging table and records them as rejected.
 *
 * @param rows SQL after `DELETE FROM`: table, alias `s`, condition
 * @param reason SQL expression over the row
 * @returns the number of rows
 */
export async function refuseRows(
  client: pg.ClientBase,
  importId: string,
  rows: string,
  column: string,
  reason: string
): Promise<number> {
  const { rows: counted } = await client.query<{ refused: string }>(
    `WITH gone AS (DELETE FROM ${rows} RETURNING s.bulk_line AS line, ${reason} AS reason),
          noted AS (INSERT INTO bulk_refusals (import_id, line, column_name, reason)
                    SELECT $1, line, $2, reason FROM gone LIMIT ${MAX_REFUSALS_KEPT})
     UPDATE bulk_imports SET rows_refused = rows_refused + (SELECT count(*) FROM gone) WHERE id = $1
     RETURNING (SELECT count(*) FROM gone) AS refused`,
    [importId, column]
  )
  return Number(counted[0]!.refused)
}

/** Records rows that could not be staged. */
export async function saveRefusals(
  client: pg.ClientBase,
  importId: string,
  refusals: Refusal[]
): Promise<void> {
  if (!refusals.length) return
  const { rows } = await client.query(
    'UPDATE bulk_imports SET rows_refused = rows_refused + $2 WHERE id = $1 RETURNING rows_refused::int AS refused',
    [importId, refusals.length]
  )
  const kept = refusals.slice(
    0,
    Math.max(0, MAX_REFUSALS_KEPT - (rows[0].refused - refusals.length))
  )
  await client.query(
    `INSERT INTO bulk_refusals (import_id, line, column_name, reason)
     SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::text[])`,
    [
      importId,
      kept.map(({ line }) => line),
      kept.map(({ column }) => column),
      kept.map(({ reason }) => reason),
    ]
  )
}
