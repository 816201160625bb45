/** Storage and size limit of uploaded files. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import type { Disk } from '@adonisjs/drive'
import type { FileField, KeptFile, ReceivedFile } from '#api/writes/received_file'
import { stageFile } from '#app/storage/saved_file'
import { settings } from '#start/env'

/** Maximum size of a file in bytes (fetch-and-upload, 2.2). */
export const MAX_BYTES = 500_000_000

/** Folder of uploads on the disk. Its files are never served, because no API field refers to them. */
export const UPLOADS = 'uploads'

/** Local folder for incoming files. */
export const incomingFolder = () => join(settings.dataDir, 'incoming')

/** Stages a local file for the storage disk. */
export async function keepUpload(
  disk: Disk,
  { path }: Pick<ReceivedFile, 'path'>
): Promise<KeptFile> {
  const name = randomUUID()
  const value = `${UPLOADS}/${name.slice(0, 2)}/${name}`
  return { value, ...(await stageFile(disk, value, path)) }
}

/** The API field that accepts the file. */
export const UPLOAD_FIELD: FileField = {
  name: 'filepath_local',
  maxBytes: MAX_BYTES,
  folder: incomingFolder,
  keep: async (file) => keepUpload((await app.container.make('drive.manager')).use(), file),
}
