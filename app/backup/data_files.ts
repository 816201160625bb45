/**
 * Files of the data folder, as a backup has them.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The database has its own way into a backup, the key too; indexes are made from the database. */
const NOT_SAVED = new Set(['postgres', 'search', 'backups', 'app.key'])

/** Whether a file or folder of the data folder, by its name, is part of a backup. */
export const isSaved = (name: string) => !NOT_SAVED.has(name) && !name.startsWith('.')

/** Paths of files below the data folder, relative to it, folder by folder. */
export async function* dataFiles(dataDir: string, folder = ''): AsyncGenerator<string> {
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true })
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    if (!folder && !isSaved(entry.name)) continue
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) yield* dataFiles(dataDir, path)
    else if (entry.isFile()) yield path
  }
}

/** The first file that is there; undefined when a restore would meet none. */
export async function firstFile(dataDir: string): Promise<string | undefined> {
  for await (const path of dataFiles(dataDir)) return path
  return undefined
}
