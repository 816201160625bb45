/**
 * Row counts without counting millions of rows: exact for small tables,
 * estimated from database statistics for large ones.
 */
import { ident } from '#app/support/sql_text'
import type { Reader } from './reader.js'

/** Tables with fewer rows are counted exactly. */
const MAX_COUNTED = 10_000

/** @returns row counts by table name; missing tables are omitted */
export async function rowCounts(
  reader: Pick<Reader, 'rows'>,
  tables: Iterable<string>
): Promise<Map<string, number>> {
  const known = await reader.rows(
    `SELECT relname, reltuples::float8 FROM pg_class
     WHERE relname = ANY($1) AND relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
    [[...new Set(tables)]]
  )
  const counts = await Promise.all(
    known.map(async ([table, estimate]): Promise<[string, number]> => {
      if (Number(estimate) >= MAX_COUNTED) return [table!, Number(estimate)]
      const [row] = await reader.rows(
        `SELECT count(*) FROM (SELECT FROM ${ident(table!)} LIMIT ${MAX_COUNTED}) AS counted`,
        []
      )
      return [table!, Number(row![0])]
    })
  )
  return new Map(counts)
}
