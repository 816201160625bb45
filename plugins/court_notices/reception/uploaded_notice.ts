/** Uploaded notices, which belong to the uploader (fetch-and-upload, 2.6). */
import { inject } from '@adonisjs/core'
import { Disk } from '@adonisjs/drive'
import { Database } from '@adonisjs/lucid/database'
import { defineListener } from '#app/events/contributions'
import { ORIGIN } from '../codes.js'
import { removeFilesJob, withLocalCopy } from '../files.js'
import { NoticeRefused } from '../errors.js'
import { computeNoticeDigest, NoticeStore } from './keep_notice.js'
import { readHead } from './mail_head.js'
import { Jobs } from '#app/jobs/jobs'

/** An uploaded notice that was merged. The listener deletes its file. */
interface UploadedNotice {
  uploader: number | null
  court: string
  registry_case_id: string
  /** Path on the disk. */
  path: string
}

@inject()
class UploadedNotices {
  constructor(
    private database: Database,
    private disk: Disk,
    private jobs: Jobs,
    private notices: NoticeStore
  ) {}

  async receive(uploaded: UploadedNotice): Promise<void> {
    try {
      await withLocalCopy(this.disk, uploaded.path, (file) => this.#keep(uploaded, file))
    } catch (error) {
      // An earlier attempt already stored the notice and removed the file.
      if (!(error instanceof NoticeRefused)) throw error
    }
  }

  async #keep(
    { uploader, court, registry_case_id: caseId, path }: UploadedNotice,
    file: string
  ): Promise<void> {
    const head = await readHead(file)
    const digest = await computeNoticeDigest(file, head)
    await this.database.transaction(async (trx) => {
      await this.jobs.send(trx, removeFilesJob, { paths: [path] })
      // The account was deleted; the notice is already merged.
      if (uploader === null) return
      await this.notices.keep(trx, {
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
}

export default defineListener<UploadedNotice>({
  handler: async (uploaded, { app }) => {
    const notices = await app.container.make(UploadedNotices)
    await notices.receive(uploaded)
  },
})
