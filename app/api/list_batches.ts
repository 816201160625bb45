/**
 * A list from its beginning to its end, some rows at a time.
 */
import type { Reader, Row } from '#app/database/reader'
import { retryConflicts } from '#app/database/retry_conflicts'
import type { Cursor } from './pagination/cursor.js'
import { ROW, type ListQuery, type QueryCompiler } from './query.js'
import type { Resource } from './resource.js'

/** Rows read together; those of one batch are in memory. */
const BATCH = 100
/** The same for orderings without a cursor, whose batches each read all rows before them. */
const NUMBERED_BATCH = 250

/**
 * @param most rows that are read
 * @returns JSON texts of the rows
 */
export async function* listBatches(
  { compiler, reader }: { compiler: QueryCompiler; reader: Pick<Reader, 'rows'> },
  resource: Resource,
  query: Omit<ListQuery, 'limit' | 'cursor' | 'offset'>,
  most = Infinity
): AsyncIterable<string[]> {
  const size = query.ordering.cursor ? BATCH : NUMBERED_BATCH
  let cursor: Cursor | undefined
  for (let read = 0; read < most;) {
    const limit = Math.min(size, most - read)
    const { statement, values } = compiler.list(resource, {
      ...query,
      limit,
      ...(query.ordering.cursor ? { cursor } : { offset: read }),
    })
    const rows: Row[] = await retryConflicts(() => reader.rows(statement, values))
    if (rows.length) yield rows.map((row) => row[ROW.document]!)
    if (rows.length < limit) return
    read += rows.length
    const last = rows.at(-1)!
    cursor = { backwards: false, position: last[ROW.position]!, key: last[ROW.key]! }
  }
}
