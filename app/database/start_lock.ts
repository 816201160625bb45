/**
 * A lock between processes on one machine that the system releases when its
 * holder ends, however it ends. Node.js has no file locks of its own; SQLite,
 * which comes with it, has.
 */
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between attempts to take the lock. */
const PAUSE = 25
const SQLITE_BUSY = 5

/**
 * Runs `work` while no other process runs its own under the same file.
 *
 * @param file made when it does not exist, and kept empty
 * @returns what `work` returns
 */
export async function whileLocked<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = await take(file)
  try {
    return await work()
  } finally {
    lock.close()
  }
}

async function take(file: string): Promise<DatabaseSync> {
  for (;;) {
    const lock = new DatabaseSync(file, { timeout: 0 })
    try {
      // On disk, a journal would be begun, which a full disk has no room for.
      lock.exec('PRAGMA journal_mode = MEMORY')
      lock.exec('BEGIN EXCLUSIVE')
      return lock
    } catch (error) {
      lock.close()
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    }
    await sleep(PAUSE)
  }
}
