/**
 * Finds the documents of an index that changes affect, in bounded steps
 * regardless of their number.
 */
import type { Change } from '#app/events/change_log'
import type { Followed, SearchIndexDefinition } from '../define_search_index.js'
import type { ArchiveConnection } from './archive_connection.js'

/** Batch size for changed keys, and for document keys returned by a statement. */
const KEYS_AT_ONCE = 1_000

/** Receives document keys; `isReading` is true while a cursor is open. */
export type TakeChanged = (
  level: 'parents' | 'children',
  keys: number[],
  isReading: boolean
) => Promise<void>

/** Reports all documents that changes affect, some more than once; may include deleted documents. */
export async function visitChangedDocuments(
  index: SearchIndexDefinition,
  changes: Change[],
  connection: ArchiveConnection,
  take: TakeChanged
): Promise<void> {
  for (const [table, ofTable] of byTable(changes, index)) {
    for (const keys of slicesOf(ofTable))
      await eachFollowed(index.follows[table]!, keys, connection, take)
  }
}

async function eachFollowed(
  followed: Followed,
  keys: number[] | string[],
  connection: ArchiveConnection,
  take: TakeChanged
): Promise<void> {
  if (followed.are) await take(followed.are, keys as number[], false)
  for (const level of ['parents', 'children'] as const) {
    const sql = followed[level]
    if (!sql) continue
    // The result may be long, for example all cases of a court.
    await connection.reading(async () => {
      const portions = connection.portions<[string | null]>(
        `SELECT key FROM (${sql}) changed`,
        [keys],
        KEYS_AT_ONCE
      )
      for await (const rows of portions)
        await take(
          level,
          rows.flatMap(([key]) => (key === null ? [] : [Number(key)])),
          true
        )
    })
  }
}

/** Changes to the tables an index follows. */
function byTable(changes: Change[], { follows }: SearchIndexDefinition): Map<string, Change[]> {
  const tables = new Map<string, Change[]>()
  for (const change of changes) {
    if (change.table in follows)
      tables.set(change.table, [...(tables.get(change.table) ?? []), change])
  }
  return tables
}

/** All keys of changes, deduplicated where that is cheap. */
function* slicesOf(changes: Change[]): Generator<number[] | string[]> {
  const texts = [...new Set(changes.flatMap(({ keys }) => keys))]
  for (let at = 0; at < texts.length; at += KEYS_AT_ONCE) yield texts.slice(at, at + KEYS_AT_ONCE)

  let slice: number[] = []
  for (const [first, last] of unitedRuns(changes)) {
    for (let key = first; key <= last; key++) {
      slice.push(key)
      if (slice.length < KEYS_AT_ONCE) continue
      yield slice
      slice = []
    }
  }
  if (slice.length) yield slice
}

function unitedRuns(changes: Change[]): [first: number, last: number][] {
  const runs = changes.flatMap(({ ids }) => ids).sort(([a], [b]) => a - b)
  const united: [number, number][] = []
  for (const [first, last] of runs) {
    const before = united.at(-1)
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else united.push([first, last])
  }
  return united
}
