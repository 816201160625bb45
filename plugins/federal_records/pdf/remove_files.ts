import type { ApplicationService } from '@adonisjs/core/types'
import { writtenDisks } from '#app/storage/disk_files'
import { removeFile } from '#app/storage/saved_file'
import ArchiveDocument from '../models/archive_document.js'
import { lockPath } from './paths.js'

/** Removes stored files that no document names any more. */
export async function removeUnusedFiles(
  { container }: ApplicationService,
  paths: readonly string[]
): Promise<void> {
  const database = await container.make('lucid.db')
  const drive = await container.make('drive.manager')
  const disks = writtenDisks(drive)
  for (const path of paths) {
    await database.transaction(async (trx) => {
      await lockPath(trx, path)
      const namedBy = await ArchiveDocument.query({ client: trx })
        .select('id')
        .where('filepathLocal', path)
        .orWhere('thumbnail', path)
        .first()
      if (!namedBy) for (const disk of disks) await removeFile(disk, path)
    })
  }
}
