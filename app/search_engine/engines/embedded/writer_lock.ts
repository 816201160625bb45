/**
 * The lock that lets one process write an index.
 */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { IndexBeingWritten } from '../../engine.js'

/**
 * A lock that the operating system releases when its process ends, however
 * it does. Who writes needs the folder, so one that was deleted is made again.
 *
 * @throws IndexBeingWritten
 */
export function takeLock(file: string, index: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true })
  const lock = new DatabaseSync(file)
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return lock
  } catch {
    lock.close()
    throw new IndexBeingWritten(index)
  }
}
