/** Where messages are kept while something becomes of them. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FileField } from '#api/writes/received_file'
import { settings } from '#start/env'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Disk } from '@adonisjs/drive'
import { fileOn, unavailable } from '#app/storage/disk_files'
import { NoticeRefused } from './errors.js'

/** Bytes of a message; notices have some thousands. */
export const MAX_MESSAGE = 25_000_000

/** Folder of the disk; no row the API shows names a file in it, so none is served. */
export const NOTICES = 'court-notices'

/** A new path on the disk. */
export function newPath(): string {
  const name = randomUUID()
  return `${NOTICES}/${name.slice(0, 2)}/${name}`
}

/** Folder of this machine for what is on its way. */
export const incomingFolder = () => join(settings.dataDir, 'incoming-emails')

/** Bodies of requests: messages, or JSON with one in base64. */
export const BODY: Pick<FileField, 'name' | 'maxBytes' | 'folder'> = {
  name: 'content',
  maxBytes: 35_000_000,
  folder: incomingFolder,
}

/** Names of jobs that several modules send. */
export const processNoticeJob = 'court_notices.process'
export const removeFilesJob = 'court_notices.remove_files'

/**
 * @param path on the disk
 * @throws NoticeRefused when it is not there
 * @throws DomainError while the disk cannot be reached
 */
export async function withLocalCopy<T>(
  disk: Disk,
  path: string,
  work: (file: string) => Promise<T>
): Promise<T> {
  if (!path || !(await fileOn(disk, path)))
    throw new NoticeRefused('The file of this email is no longer there.')
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
