/** Deletes files of uploads whose time is up. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApplicationService } from '@adonisjs/core/types'
import { Jobs } from '#app/jobs/jobs'
import { STATUS, TYPE } from '../codes.js'
import Upload from '../models/upload.js'
import settings from '../settings.js'
import { incomingFolder } from '../upload_file.js'

/** Days the original of an upload that failed is kept for staff. */
const FAILED_DAYS = 14
/** Hours after which a file on its way belongs to no request or job. */
const INCOMING_HOURS = 24
const AT_ONCE = 500

/** Deletes originals of failed uploads, and PDFs that waited too long for their docket. */
export async function pruneUploads(app: ApplicationService, signal: AbortSignal): Promise<void> {
  await removeLeftFiles()
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

/** What a crash left on its way. */
async function removeLeftFiles(): Promise<void> {
  const folder = incomingFolder()
  const before = Date.now() - INCOMING_HOURS * 3_600_000
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(path, { force: true })
  }
}
