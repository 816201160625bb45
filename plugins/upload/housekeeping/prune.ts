/** Deletes files of uploads whose time is up. */
import type { ApplicationService } from '@adonisjs/core/types'
import { Jobs } from '#app/jobs/jobs'
import { removeLeftFiles, removeUnnamedFiles } from '#app/storage/left_files'
import { STATUS, TYPE } from '../codes.js'
import Upload from '../models/upload.js'
import UploadResult from '../models/upload_result.js'
import settings from '../settings.js'
import { incomingFolder, UPLOADS } from '../upload_file.js'

/** Days the original of an upload that failed is kept for staff. */
const FAILED_DAYS = 14
const AT_ONCE = 500

/** Deletes originals of failed uploads, and PDFs that waited too long for their docket. */
export async function pruneUploads(app: ApplicationService, signal: AbortSignal): Promise<void> {
  await removeLeftFiles(incomingFolder())
  await removeUnnamed(app, signal)
  await UploadResult.expired().delete()
  const database = await app.container.make('lucid.db')
  const jobs = await app.container.make(Jobs)
  for (;;) {
    signal.throwIfAborted()
    const count = await database.transaction(async (trx) => {
      const due = await Upload.query({ client: trx })
        .whereNot('filepathLocal', '')
        .whereIn('status', [STATUS.failed, STATUS.invalid, STATUS.incomplete])
        .whereRaw(
          `date_modified < now() - make_interval(days => CASE
             WHEN upload_type = ? AND status = ? AND NOT debug THEN ?::int ELSE ?::int END)`,
          [TYPE.pdf, STATUS.failed, settings.orphanDays, FAILED_DAYS]
        )
        .orderBy('id')
        .limit(AT_ONCE)
        .forUpdate()
      if (!due.length) return 0
      const paths = due.map(({ filepathLocal }) => filepathLocal)
      for (const upload of due) await upload.merge({ filepathLocal: '' }).save()
      await jobs.send(trx, 'upload.remove_files', { paths })
      return due.length
    })
    if (count < AT_ONCE) return
  }
}

/** Files that were published by a request whose transaction was never committed. */
async function removeUnnamed(app: ApplicationService, signal: AbortSignal): Promise<void> {
  const disk = (await app.container.make('drive.manager')).use()
  const namedAmong = async (keys: string[]) => {
    const rows = await Upload.query().whereIn('filepathLocal', keys).select('filepathLocal')
    return rows.map(({ filepathLocal }) => filepathLocal)
  }
  await removeUnnamedFiles(disk, UPLOADS, namedAmong, signal)
}
