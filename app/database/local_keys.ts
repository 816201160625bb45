/**
 * Keys of locally created rows. Imported files use the keys of their source, so local rows get
 * keys from a separate range that no future file uses.
 */

/** The first local key: above the keys of any file, and exact in JavaScript. */
export const FIRST_LOCAL_KEY = 1_000_000_000_000

/**
 * A statement that moves a sequence into the local range, if it isn't there already.
 *
 * @param sequence an SQL expression for its name
 */
export function buildLocalKeySequenceSql(sequence: string): string {
  const last = FIRST_LOCAL_KEY - 1
  return `SELECT setval(name, ${last}) FROM (SELECT ${sequence}::regclass AS name) own
          WHERE coalesce(pg_sequence_last_value(name), 0) < ${last}`
}

/**
 * Gives new rows of these tables local keys; for migrations.
 *
 * @param tables tables that are filled from files as well as locally
 */
export function startLocalKeys(schema: { raw: (sql: string) => unknown }, tables: string[]): void {
  for (const table of tables)
    schema.raw(buildLocalKeySequenceSql(`pg_get_serial_sequence('${table}', 'id')`))
}
