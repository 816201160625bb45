/**
 * Puts the files of a backup into the data folder: beside their place first,
 * so that a damaged backup leaves none.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CommandRefusal } from '#app/support/command_refusal'
import { Interrupted } from '#app/support/interrupted'
import type { ArchiveReader } from './archive_reader.js'
import type { BackupReporter } from './create_backup.js'
import { isSaved } from './data_files.js'
import { FILE_LIST, fileEntry, type Manifest, type SavedFile } from './format.js'

export const unpackedFolder = (dataDir: string) => join(dataDir, '.restoring')

/**
 * Unpacks all files into a folder beside their place.
 *
 * @throws CommandRefusal when one is missing, damaged, or would go elsewhere
 */
export async function unpackFiles(
  archive: ArchiveReader,
  { fileList }: Manifest,
  { dataDir, signal, reporter }: { dataDir: string; signal: AbortSignal; reporter: BackupReporter }
): Promise<void> {
  const folder = unpackedFolder(dataDir)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  reporter.started('files', fileList.files)
  const lines = (await archive.text(FILE_LIST, fileList)).split('\n').filter(Boolean)
  for (const [place, line] of lines.entries()) {
    if (signal.aborted) throw new Interrupted()
    const saved = JSON.parse(line) as SavedFile
    const parts = saved.path.split('/')
    if (!isSaved(parts[0]!) || parts.some((part) => ['', '.', '..'].includes(part)))
      throw new CommandRefusal(`${archive.file} is damaged: it has a file ${saved.path}`)
    const path = join(folder, saved.path)
    await mkdir(dirname(path), { recursive: true })
    await pipeline(archive.read(fileEntry(saved), saved), createWriteStream(path, { flush: true }))
    reporter.progress('files', place + 1)
  }
}

/** Moves the unpacked files to their place. */
export async function placeFiles(dataDir: string): Promise<void> {
  const folder = unpackedFolder(dataDir)
  for (const entry of await readdir(folder)) {
    const place = join(dataDir, entry)
    // A folder that a start has made, and left empty.
    await rm(place, { recursive: true, force: true })
    await rename(join(folder, entry), place)
  }
  await rm(folder, { recursive: true, force: true })
}

/** Removes all files that a backup would have. */
export async function removeFiles(dataDir: string): Promise<void> {
  await rm(unpackedFolder(dataDir), { recursive: true, force: true })
  for (const entry of await readdir(dataDir))
    if (isSaved(entry)) await rm(join(dataDir, entry), { recursive: true, force: true })
}
