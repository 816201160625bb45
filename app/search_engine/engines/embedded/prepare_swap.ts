/** What is looked at, and done, before a rebuilt index takes the place of the live one. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { IndexFiles } from './index_files.js'
import type { IndexLayout } from './layout.js'

/** @throws Error when there is no rebuilt index, or one of another version. */
export function checkRebuilt(files: IndexFiles, layout: IndexLayout): void {
  const file = files.next()
  if (!existsSync(file)) throw new Error(`There is no rebuilt index "${layout.name}" to swap in.`)
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const version = database.prepare(`SELECT value FROM about WHERE name = 'version'`).get()?.value
    if (version !== layout.version)
      throw new Error(`The rebuilt index "${layout.name}" is of another version.`)
  } finally {
    database.close()
  }
}

/** Makes an index one file that is complete without its log. @throws Error while it is being written */
export function emptyLog(file: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('BEGIN IMMEDIATE; COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    database.close()
  }
}
