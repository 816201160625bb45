/**
 * How often FTS5 merges its segments. During a rebuild, it doesn't merge them.
 * At the end of the rebuild, all segments are merged into one.
 */
import type { IndexDatabase } from './index_database.js'

/** Bytes of words in memory before they are written. */
const HELD_BYTES = 8 * 1024 * 1024
/** Maximum number of segments per level: the default of FTS5, and one for rebuilds. */
const MERGED_AT_LATEST = { usual: 16, building: 1000 }
/** FTS5's default: the number of segments of a level that are merged during writes. */
const MERGED_AS_WRITTEN = 4
/** Pages merged per transaction, so that the log stays small. */
const PAGES_A_STEP = 4000

/** Configures the file of a rebuild. */
export function writeInBulk(database: IndexDatabase): void {
  configure(database, 'hashsize', HELD_BYTES)
  configure(database, 'automerge', 0)
  configure(database, 'crisismerge', MERGED_AT_LATEST.building)
}

/** Merges all segments in steps. After an interruption, it resumes at the same place. */
export function mergeAll(database: IndexDatabase): void {
  configure(database, 'automerge', MERGED_AS_WRITTEN)
  configure(database, 'crisismerge', MERGED_AT_LATEST.usual)
  // The first, negative number begins a merge of everything.
  for (let pages = -PAGES_A_STEP; configure(database, 'merge', pages); pages = PAGES_A_STEP);
}

/** @returns whether FTS5 did any work; a merge without work changes at most one row */
function configure(database: IndexDatabase, name: string, value: number): boolean {
  const changes = () => database.row<[number]>('SELECT total_changes()')![0]
  const before = changes()
  // FTS5 accepts only integers.
  database.run('INSERT INTO words (words, rank) VALUES (?, ?)', name, BigInt(value))
  return changes() - before >= 2
}
