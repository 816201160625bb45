import { inject } from '@adonisjs/core'
import { DriveManager } from '@adonisjs/drive'
import { Database } from '@adonisjs/lucid/database'
import { Jobs } from '#app/jobs/jobs'
import { removeStaleFiles, removeUnnamedFiles } from '#app/storage/stale_files'
import { STATUS, TYPE } from '../codes.js'
import Upload from '../models/upload.js'
import UploadResult from '../models/upload_result.js'
import settings from '../settings.js'
import { incomingFolder, UPLOADS } from '../upload_file.js'

/** Days that files of failed uploads are kept. */
const FAILED_DAYS = 14
const AT_ONCE = 500

/** Deletes expired files and results of uploads. */
@inject()
export class UploadPruner {
  constructor(
    private database: Database,
    private jobs: Jobs,
    private drive: DriveManager<any>
  ) {}

  async prune(signal: AbortSignal): Promise<void> {
    await removeStaleFiles(incomingFolder())
    await this.#removeUnnamed(signal)
    await UploadResult.expired().delete()
    for (;;) {
      signal.throwIfAborted()
      const count = await this.database.transaction(async (trx) => {
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
        await this.jobs.send(trx, 'upload.remove_files', { paths })
        return due.length
      })
      if (count < AT_ONCE) return
    }
  }

  /** Deletes files of requests whose transaction wasn't committed. */
  async #removeUnnamed(signal: AbortSignal): Promise<void> {
    const namedAmong = async (keys: string[]) => {
      const rows = await Upload.query().whereIn('filepathLocal', keys).select('filepathLocal')
      return rows.map(({ filepathLocal }) => filepathLocal)
    }
    await removeUnnamedFiles(this.drive.use(), UPLOADS, namedAmong, signal)
  }
}
