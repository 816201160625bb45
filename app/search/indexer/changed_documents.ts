/**
 * Which documents of an index changes concern, in bounded steps however many
 * there are.
 */
import type { Change } from '#app/events/change_log'
import type { Followed, SearchIndexDefinition } from '../define_search_index.js'
import type { ArchiveConnection } from './archive_connection.js'

/** Changed keys looked at together, and keys of documents a statement answers with at a time. */
const KEYS_AT_ONCE = 1_000

/** Takes keys of documents; `isReading` inside a statement that continues. */
export type TakeChanged = (
  level: 'parents' | 'children',
  keys: number[],
  isReading: boolean
) => Promise<void>

/** Reports all documents that changes affect; some perhaps more than once, and some that were deleted. */
export async function eachChanged(
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
    // The answer may be long: all cases of a court.
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

/** Changes of the tables an index follows. */
function byTable(changes: Change[], { follows }: SearchIndexDefinition): Map<string, Change[]> {
  const tables = new Map<string, Change[]>()
  for (const change of changes) {
    if (change.table in follows)
      tables.set(change.table, [...(tables.get(change.table) ?? []), change])
  }
  return tables
}

/** All keys of changes, each once as far as that is cheap. */
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
