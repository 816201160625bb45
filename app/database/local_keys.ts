/**
 * Keys of rows created on this server. Rows from files keep the keys of their source, so local
 * rows have a separate range. It starts at a key that is stored in the database when the archive
 * is created and doesn't change afterward.
 */
import { ident, literal } from '#app/support/sql_text'

/** Default of LOCAL_IDS_FROM: far above the keys of public files, but a 32-bit integer. */
export const DEFAULT_FIRST_KEY = 1_900_000_000

/** First local key of archives created before the setting existed. */
export const EARLIER_FIRST_KEY = 1_000_000_000_000

const MAX_INT32 = 2 ** 31 - 1

/** Share of a range after which its use is reported. */
const NEARLY_USED = 0.75

const FIRST_LOCAL_KEY = '(SELECT first_local_id FROM archive_facts)'

/** A connection, or an adapter of one. */
type RunQuery = (sql: string) => Promise<{ rows: unknown[] }>

/**
 * Reads the first local key of the archive.
 *
 * @throws Error if the archive has none, for example because it was emptied by hand
 */
export async function readFirstLocalKey(query: RunQuery): Promise<number> {
  const { rows } = await query(`SELECT ${FIRST_LOCAL_KEY}::float8 AS first`)
  const { first } = rows[0] as { first: number | null }
  if (first === null) throw new Error('the table archive_facts is empty')
  return first
}

/**
 * A statement that moves a sequence into the local range, if it isn't there already.
 *
 * @param sequence an SQL expression for its name
 */
export function buildLocalKeySequenceSql(sequence: string): string {
  return moveSequence(sequence, 'archive_facts')
}

function moveSequence(sequence: string, facts: string): string {
  return `SELECT setval(name, first_local_id - 1) FROM (SELECT ${sequence}::regclass AS name) own, ${facts}
          WHERE coalesce(pg_sequence_last_value(name), 0) < first_local_id - 1`
}

/**
 * Gives new rows of these tables local keys; for migrations.
 *
 * @param tables tables that are filled from files as well as locally
 */
export function startLocalKeys(schema: { raw: (sql: string) => unknown }, tables: string[]): void {
  const earlier = `(VALUES (${EARLIER_FIRST_KEY})) AS earlier (first_local_id)`
  for (const table of tables) {
    const sequence = `pg_get_serial_sequence(${literal(table)}, 'id')`
    // The restore of a backup from an earlier version creates the tables of that version.
    schema.raw(`
      DO $$ BEGIN
        IF to_regclass('archive_facts') IS NULL THEN
          PERFORM ${inPlpgsql(moveSequence(sequence, earlier))};
        ELSE
          PERFORM ${inPlpgsql(buildLocalKeySequenceSql(sequence))};
        END IF;
      END $$`)
  }
}

/** A query whose result is discarded: `PERFORM` replaces its first word. */
const inPlpgsql = (query: string) => query.replace(/^SELECT /, '')

/** Highest keys of a table, on both sides of the first local key. */
export interface KeyUse {
  table: string
  /** Highest key from files; 0 without such rows. */
  imported: number
  /** Last key of a local row, or one below the first. */
  local: number
}

/**
 * Reads how far the keys of tables have come. Reads one index entry of each table.
 *
 * @param tables any tables; those without local keys are left out
 */
export async function readKeyUse(query: RunQuery, tables: readonly string[]): Promise<KeyUse[]> {
  const names = tables.map((table) => literal(table)).join(', ')
  if (!names) return []
  const { rows: local } = await query(
    `SELECT t.relname AS table, pg_sequence_last_value(seqrelid)::float8 AS local
     FROM pg_sequence JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = seqrelid
       AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
     JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid AND a.attname = 'id'
     JOIN pg_class t ON t.oid = d.refobjid AND t.relnamespace = current_schema()::regnamespace
     WHERE t.relname IN (${names}) AND pg_sequence_last_value(seqrelid) >= ${FIRST_LOCAL_KEY} - 1
     ORDER BY 1`
  )
  const found = local as Pick<KeyUse, 'table' | 'local'>[]
  if (!found.length) return []
  const highest = found.map(
    ({ table }) =>
      `SELECT ${literal(table)} AS table, coalesce(max(id), 0)::float8 AS imported FROM ${ident(table)} WHERE id < ${FIRST_LOCAL_KEY}`
  )
  const { rows: imported } = await query(highest.join(' UNION ALL '))
  const byTable = new Map(
    (imported as Pick<KeyUse, 'table' | 'imported'>[]).map((row) => [row.table, row.imported])
  )
  return found.map((use) => ({ ...use, imported: byTable.get(use.table)! }))
}

/**
 * Describes ranges that are nearly used up: keys from files that approach the local range, and
 * local keys that approach the largest 32-bit integer.
 *
 * @returns a sentence without a period for each
 */
export function describeNearlyUsed(uses: readonly KeyUse[], first: number): string[] {
  return uses.flatMap(({ table, imported, local }) => [
    ...(imported >= first * NEARLY_USED
      ? [
          `The highest imported ID in ${table} is ${text(imported)}; rows of files with IDs from ${text(first)} on are rejected`,
        ]
      : []),
    ...(first <= MAX_INT32 && local >= first + (MAX_INT32 - first) * NEARLY_USED
      ? [
          `IDs created in ${table} have reached ${text(local)}; 32-bit clients can't read IDs above ${text(MAX_INT32)}`,
        ]
      : []),
  ])
}

/** Describes where local keys start, and whether 32-bit clients can read them. */
export function describeFirstLocalKey(first: number): string {
  const start = `IDs of records created on this server start at ${text(first)}`
  return first <= MAX_INT32 ? start : `${start}, which 32-bit clients can't read`
}

/** Describes a setting that doesn't apply, because the archive has another first local key. */
export function describeIgnoredSetting(wanted: number | null, first: number): string | undefined {
  if (wanted === null || wanted === first) return undefined
  return `LOCAL_IDS_FROM=${wanted} is ignored: the IDs of records created in this archive start at ${text(first)}`
}

const text = (key: number) => key.toLocaleString('en')
