/** Where uploaded files are kept, and how much of one is taken. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import type { FileField, KeptFile, ReceivedFile } from '#api/writes/received_file'
import { stageFile } from '#app/storage/saved_file'
import { settings } from '#start/env'

/** Bytes of a file (fetch-and-upload, 2.2). */
export const MAX_BYTES = 500_000_000

/** Folder of the disk with uploads; no row the API shows names a file in it, so none is served. */
export const UPLOADS = 'uploads'

/** Folder of this machine for files that are on their way. */
export const incomingFolder = () => join(settings.dataDir, 'incoming')

/** Prepares a file of this machine for the disk. */
export async function keepUpload({ path }: Pick<ReceivedFile, 'path'>): Promise<KeptFile> {
  const disk = (await app.container.make('drive.manager')).use()
  const name = randomUUID()
  const value = `${UPLOADS}/${name.slice(0, 2)}/${name}`
  return { value, ...(await stageFile(disk, value, path)) }
}

/** The field of the API that takes it. */
export const UPLOAD_FIELD: FileField = {
  name: 'filepath_local',
  maxBytes: MAX_BYTES,
  folder: incomingFolder,
  keep: keepUpload,
}
