import type { Database } from '@adonisjs/lucid/database'

/** Rows per statement, to keep locks short. */
const SLICE = 5000

/**
 * Deletes rows of a table with a key `id` in batches.
 *
 * @param where SQL condition with question marks for its values
 * @param orderBy column of an index that supports the condition
 * @throws the signal's reason when it is aborted; deleted rows stay deleted
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
