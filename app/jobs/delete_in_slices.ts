import type { Database } from '@adonisjs/lucid/database'

/** Rows of one statement, so that none holds others up. */
const SLICE = 5000

/**
 * Deletes rows of a table with a key `id`, some at a time.
 *
 * @param where SQL of which, with values for its question marks
 * @param orderBy column of an index that finds them
 * @throws the signal's reason once it is raised; what is deleted stays so
 */
export async function deleteInSlices(
  database: Pick<Database, 'rawQuery'>,
  {
    table,
    where,
    values,
    orderBy,
  }: { table: string; where: string; values: unknown[]; orderBy: string },
  signal: AbortSignal
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const { rowCount } = await database.rawQuery(
      `DELETE FROM ${table} WHERE id = ANY(ARRAY(SELECT id FROM ${table} WHERE ${where} ORDER BY ${orderBy} LIMIT ?))`,
      [...values, SLICE] as never[]
    )
    if (rowCount < SLICE) return
  }
}
