/** Deletes expired notices and files. */
import { inject } from '@adonisjs/core'
import { Disk } from '@adonisjs/drive'
import { Database } from '@adonisjs/lucid/database'
import { Jobs } from '#app/jobs/jobs'
import { removeStaleFiles, removeUnnamedFiles } from '#app/storage/stale_files'
import { STATUS } from '../codes.js'
import { incomingFolder, NOTICES, removeFilesJob } from '../files.js'
import CourtNotice from '../models/court_notice.js'

/** Days that messages of failed notices are kept for staff. */
const FAILED_DAYS = 14
/** Days that notices are kept. Duplicates that arrive later aren't detected. */
const KEPT_DAYS = 180
/** Days that counts of dropped emails are kept. */
const COUNT_DAYS = 90
const AT_ONCE = 500

@inject()
export class NoticePruner {
  constructor(
    private database: Database,
    private disk: Disk,
    private jobs: Jobs
  ) {}

  async prune(signal: AbortSignal): Promise<void> {
    await removeStaleFiles(incomingFolder())
    await this.#removeUnnamed(signal)
    await this.database.rawQuery(
      `DELETE FROM dropped_emails WHERE day < now() - make_interval(days => ?)`,
      [COUNT_DAYS]
    )
    while ((await this.#removeOriginals()) === AT_ONCE) signal.throwIfAborted()
    await CourtNotice.query()
      .whereIn('status', [STATUS.done, STATUS.failed])
      .where({ path: '', copyPath: '' })
      .whereRaw('date_modified < now() - make_interval(days => ?)', [KEPT_DAYS])
      .delete()
  }

  /** @returns number of notices whose message was removed */
  async #removeOriginals(): Promise<number> {
    return this.database.transaction(async (trx) => {
      const due = await CourtNotice.query({ client: trx })
        .where('status', STATUS.failed)
        .where((query) => query.whereNot('path', '').orWhereNot('copyPath', ''))
        .whereRaw('date_modified < now() - make_interval(days => ?)', [FAILED_DAYS])
        .orderBy('id')
        .limit(AT_ONCE)
        .forUpdate()
      if (!due.length) return 0
      const paths = due.flatMap(({ path, copyPath }) => [path, copyPath]).filter(Boolean)
      for (const notice of due) await notice.merge({ path: '', copyPath: '' }).save()
      await this.jobs.send(trx, removeFilesJob, { paths })
      return due.length
    })
  }

  /** Removes files of transactions that were never committed. */
  async #removeUnnamed(signal: AbortSignal): Promise<void> {
    const namedAmong = async (keys: string[]) => {
      const rows = await CourtNotice.query().whereIn('path', keys).orWhereIn('copyPath', keys)
      return rows.flatMap(({ path, copyPath }) => [path, copyPath])
    }
    await removeUnnamedFiles(this.disk, NOTICES, namedAmong, signal)
  }
}
