/** Notices that accounts upload: the uploader is the owner (fetch-and-upload, 2.6). */
import type { ApplicationService } from '@adonisjs/core/types'
import { defineListener } from '#app/events/contributions'
import { ORIGIN } from '../codes.js'
import { removeFilesJob, withLocalCopy } from '../files.js'
import { NoticeRefused } from '../errors.js'
import { digestOf, keepNotice } from './keep_notice.js'
import { readHead } from './mail_head.js'
import { Jobs } from '#app/jobs/jobs'

/** A notice that was uploaded and merged; its file is the listener's to delete. */
interface UploadedNotice {
  uploader: number | null
  court: string
  registry_case_id: string
  /** On the disk. */
  path: string
}

export default defineListener<UploadedNotice>({
  handler: async (uploaded, { app }) => {
    try {
      await withLocalCopy(app, uploaded.path, (file) => take(app, uploaded, file))
    } catch (error) {
      // An attempt before this one has taken it.
      if (!(error instanceof NoticeRefused)) throw error
    }
  },
})

async function take(
  app: ApplicationService,
  { uploader, court, registry_case_id: caseId, path }: UploadedNotice,
  file: string
): Promise<void> {
  const head = await readHead(file)
  const digest = await digestOf(file, head)
  const jobs = await app.container.make(Jobs)
  const database = await app.container.make('lucid.db')
  await database.transaction(async (trx) => {
    await jobs.send(trx, removeFilesJob, { paths: [path] })
    // The account is deleted, and the notice merged already.
    if (uploader === null) return
    await keepNotice(app, trx, {
      accountId: uploader,
      origin: ORIGIN.upload,
      digest,
      sender: head?.from ?? '',
      courtId: court,
      registryCaseId: caseId,
      file,
    })
  })
}
