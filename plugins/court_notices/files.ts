/** Files of notices that are being processed. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FileField } from '#api/writes/received_file'
import { settings } from '#start/env'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Disk } from '@adonisjs/drive'
import { findFileOnDisk, unavailable } from '#app/storage/disk_files'
import { NoticeRefused } from './errors.js'

/** Maximum size of a message in bytes; typical notices have a few thousand. */
export const MAX_MESSAGE = 25_000_000

/** Disk folder. Its files are never served, because no public row refers to them. */
export const NOTICES = 'court-notices'

/** A new path on the disk. */
export function newPath(): string {
  const name = randomUUID()
  return `${NOTICES}/${name.slice(0, 2)}/${name}`
}

/** Local folder for files in transit. */
export const incomingFolder = () => join(settings.dataDir, 'incoming-emails')

/** Request bodies: a message, or JSON with a Base64-encoded message. */
export const BODY: Pick<FileField, 'name' | 'maxBytes' | 'folder'> = {
  name: 'content',
  maxBytes: 35_000_000,
  folder: incomingFolder,
}

/** Names of jobs that several modules queue. */
export const processNoticeJob = 'court_notices.process'
export const removeFilesJob = 'court_notices.remove_files'

/**
 * Runs work with a local copy of a file, which is deleted afterward.
 *
 * @param path on the disk
 * @throws NoticeRefused if the file doesn't exist
 * @throws DomainError while the disk is unavailable
 */
export async function withLocalCopy<T>(
  disk: Disk,
  path: string,
  work: (file: string) => Promise<T>
): Promise<T> {
  if (!path || !(await findFileOnDisk(disk, path)))
    throw new NoticeRefused('The file of this email no longer exists.')
  await mkdir(incomingFolder(), { recursive: true })
  const file = join(incomingFolder(), randomUUID())
  try {
    const stored = await disk.getStream(path).catch(unavailable)
    await pipeline(stored, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    return await work(file)
  } finally {
    await rm(file, { force: true })
  }
}
