/** Where messages are kept while something becomes of them. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FileField } from '#api/writes/received_file'
import { settings } from '#start/env'

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
