/** Makes a rebuilt index one file that is complete without its log. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { IndexFiles } from './index_files.js'
import type { IndexLayout } from './layout.js'

/** @throws Error when there is no rebuilt index, or when it is of another version or still being written. */
export function prepareSwap(files: IndexFiles, layout: IndexLayout): void {
  const file = files.next()
  if (!existsSync(file)) throw new Error(`There is no rebuilt index "${layout.name}" to swap in.`)
  const database = new DatabaseSync(file)
  try {
    const version = database.prepare(`SELECT value FROM about WHERE name = 'version'`).get()?.value
    if (version !== layout.version)
      throw new Error(`The rebuilt index "${layout.name}" is of another version.`)
    database.exec('BEGIN IMMEDIATE; COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    database.close()
  }
}
