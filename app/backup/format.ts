/**
 * Format of a backup: a ZIP file with a manifest, a file of rows for each table, the files of
 * the data folder, and the key.
 */
import { createHmac } from 'node:crypto'
import type { SequenceState } from '#app/database/stored_tables'
import type { SavedPositions } from '#app/events/saved_positions'
import { CommandRefusal } from '#app/support/interrupted'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Incremented when older versions of Curia can't restore new backups. */
export const FORMAT = 1

export const MANIFEST = 'manifest.json'
export const KEYS = 'keys.json'
export const FILE_LIST = 'files.jsonl'

/** Content of an entry before compression. */
export interface Content {
  bytes: number
  /** SHA-256 in hexadecimal. */
  sha256: string
}

export interface SavedTable extends Content {
  /** Qualified name: `public.accounts`. */
  name: string
  /** In the order of its rows, which are in the text format of COPY. */
  columns: string[]
  rows: number
}

export interface SavedFile extends Content {
  /** Relative to the data folder, with `/` as separator. */
  path: string
}

export interface Manifest extends SavedPositions {
  format: number
  /** Version of Curia that created it. */
  version: string
  createdAt: string
  postgres: string
  /** Names of the applied migrations, in order. */
  migrations: string[]
  tables: SavedTable[]
  sequences: SequenceState[]
  /** Content of the file list. */
  fileList: Content & { files: number }
  /** Verifies a key without revealing it. */
  keyCheck: string
  hasKey: boolean
}

/** Name of the entry with the rows of a table. */
export const tableEntry = ({ name }: { name: string }) => `tables/${name}.copy`
/** Name of the entry of a file. */
export const fileEntry = ({ path }: { path: string }) => `data/${path}`

/** The value for verifying a key. */
export function keyCheck(key: string): string {
  return createHmac('sha256', key).update('curia backup').digest('hex').slice(0, 16)
}

/**
 * Parses a manifest.
 *
 * @throws CommandRefusal if it is invalid or has a newer format
 */
export function parseManifest(text: string): Manifest {
  let manifest: Partial<Manifest> | null
  try {
    manifest = JSON.parse(text)
  } catch {
    throw new CommandRefusal('the backup is damaged: its manifest cannot be read')
  }
  if (!Number.isInteger(manifest?.format) || !Array.isArray(manifest?.tables))
    throw new CommandRefusal('this is not a Curia backup: its manifest lists no tables')
  if (manifest.format! > FORMAT)
    throw new CommandRefusal(
      `the backup has format ${manifest.format}, written by Curia ${manifest.version}; this version reads formats up to ${FORMAT}. Restore it with that version or a later one.`
    )
  return manifest as Manifest
}

/** The database and the key are saved separately; indexes are built from the database. */
const NOT_SAVED = new Set(['postgres', 'search', 'backups', 'exports', 'app.key'])

/** Whether a file or folder of the data folder is part of a backup. */
export const isSaved = (name: string) => !NOT_SAVED.has(name) && !name.startsWith('.')

/** Paths of the saved files, relative to the data folder. */
export async function* dataFiles(dataDir: string, folder = ''): AsyncGenerator<string> {
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true })
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    if (!folder && !isSaved(entry.name)) continue
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) yield* dataFiles(dataDir, path)
    else if (entry.isFile()) yield path
  }
}

/** The first existing file; undefined if a restore would find none. */
export async function firstFile(dataDir: string): Promise<string | undefined> {
  for await (const path of dataFiles(dataDir)) return path
  return undefined
}
