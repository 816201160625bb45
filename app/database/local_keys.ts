/**
 * Keys of rows made here. Files bring rows under the keys those have where
 * they come from, so rows made here get keys of a range of their own: no
 * file to come means another row by them.
 */

/** The first of them: above the keys of any file, and exact in JavaScript. */
export const FIRST_LOCAL_KEY = 1_000_000_000_000

/**
 * A statement that has a sequence continue with local keys, unless it does.
 *
 * @param sequence an SQL expression for its name
 */
export function goOnWithLocalKeys(sequence: string): string {
  const last = FIRST_LOCAL_KEY - 1
  return `SELECT setval(name, ${last}) FROM (SELECT ${sequence}::regclass AS name) own
          WHERE coalesce(pg_sequence_last_value(name), 0) < ${last}`
}

/**
 * Gives rows made in these tables local keys from now on; for migrations.
 *
 * @param tables that are filled from files as well as here
 */
export function startLocalKeys(schema: { raw: (sql: string) => unknown }, tables: string[]): void {
  for (const table of tables)
    schema.raw(goOnWithLocalKeys(`pg_get_serial_sequence('${table}', 'id')`))
}
