/**
 * What is in a backup: a ZIP file with a manifest, a file of rows for each
 * table, the files of the data folder, and the key.
 */
import { createHmac } from 'node:crypto'
import type { SequenceState } from '#app/database/stored_tables'
import type { SavedPositions } from '#app/events/saved_positions'
import { CommandRefusal } from '#app/support/interrupted'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Raised when an older version of Curia could not restore what this one writes. */
export const FORMAT = 1

export const MANIFEST = 'manifest.json'
export const KEYS = 'keys.json'
export const FILE_LIST = 'files.jsonl'

/** What an entry holds, as it was before compression. */
export interface Content {
  bytes: number
  /** SHA-256, in hexadecimal digits. */
  sha256: string
}

export interface SavedTable extends Content {
  /** With its schema, as `public.accounts`. */
  name: string
  /** In the order of the rows of its entry, which are in the text format of COPY. */
  columns: string[]
  rows: number
}

export interface SavedFile extends Content {
  /** Relative to the data folder, with `/` between its parts. */
  path: string
}

export interface Manifest extends SavedPositions {
  format: number
  /** Version of Curia that wrote it. */
  version: string
  createdAt: string
  postgres: string
  /** Names of the migrations that had run, in their order. */
  migrations: string[]
  tables: SavedTable[]
  sequences: SequenceState[]
  /** Of the list of files. */
  fileList: Content & { files: number }
  /** Tells the right key from others without naming it. */
  keyCheck: string
  hasKey: boolean
}

/** Name of the entry with the rows of a table. */
export const tableEntry = ({ name }: { name: string }) => `tables/${name}.copy`
/** Name of the entry of a file. */
export const fileEntry = ({ path }: { path: string }) => `data/${path}`

/** What a manifest says of a key. */
export function keyCheck(key: string): string {
  return createHmac('sha256', key).update('curia backup').digest('hex').slice(0, 16)
}

/**
 * Reads a manifest.
 *
 * @throws CommandRefusal for what is none, and for a newer format
 */
export function parseManifest(text: string): Manifest {
  let manifest: Partial<Manifest> | null
  try {
    manifest = JSON.parse(text)
  } catch {
    throw new CommandRefusal('the backup is damaged: its manifest cannot be read')
  }
  if (!Number.isInteger(manifest?.format) || !Array.isArray(manifest?.tables))
    throw new CommandRefusal('this is no backup of Curia: its manifest names no tables')
  if (manifest.format! > FORMAT)
    throw new CommandRefusal(
      `the backup has format ${manifest.format}, written by Curia ${manifest.version}; this version reads formats up to ${FORMAT}. Restore it with that version or a later one.`
    )
  return manifest as Manifest
}

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
