/**
 * Creates plain indexes, named after their table and columns; for migrations.
 *
 * @param indexes columns in SQL: `date_created, id`
 */
export function createIndexes(
  schema: { raw: (sql: string) => unknown },
  indexes: [table: string, columns: string][]
): void {
  for (const [table, columns] of indexes) {
    const name = `${table}_${columns.replace(/\W+/g, '_').replace(/_$/, '')}`.slice(0, 63)
    schema.raw(`CREATE INDEX ${name} ON ${table} (${columns})`)
  }
}
