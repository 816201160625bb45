/**
 * How often FTS5 merges its lists. While an index is built, what was written
 * is left as it is; when all of it is there, the lists are made one.
 */
import type { IndexDatabase } from './index_database.js'

/** Words held in memory before they are written, in bytes. */
const HELD_BYTES = 8 * 1024 * 1024
/** Parts of a level that are merged together at the latest: FTS5's own number, and one for building. */
const MERGED_AT_LATEST = { usual: 16, building: 1000 }
/** FTS5's default: the number of segments of a level that are merged during writes. */
const MERGED_AS_WRITTEN = 4
/** Pages merged in one transaction, so that the log stays small. */
const PAGES_A_STEP = 4000

/** For the file of a rebuild. */
export function writeInBulk(database: IndexDatabase): void {
  configure(database, 'hashsize', HELD_BYTES)
  configure(database, 'automerge', 0)
  configure(database, 'crisismerge', MERGED_AT_LATEST.building)
}

/** Merges all lists, step by step. Cut off, it resumes where it was. */
export function mergeAll(database: IndexDatabase): void {
  configure(database, 'automerge', MERGED_AS_WRITTEN)
  configure(database, 'crisismerge', MERGED_AT_LATEST.usual)
  // The first, negative number begins a merge of everything.
  for (let pages = -PAGES_A_STEP; configure(database, 'merge', pages); pages = PAGES_A_STEP);
}

/** Whether anything was done; a merge without work changes one row at most. */
function configure(database: IndexDatabase, name: string, value: number): boolean {
  const changes = () => database.row<[number]>('SELECT total_changes()')![0]
  const before = changes()
  // FTS5 takes whole numbers only.
  database.run('INSERT INTO words (words, rank) VALUES (?, ?)', name, BigInt(value))
  return changes() - before >= 2
}
