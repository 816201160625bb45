/** Statuses of notices (fetch-and-upload, 2.6). */
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Jobs } from '#app/jobs/jobs'
import { COPY, STATUS } from '../codes.js'
import { processNoticeJob, removeFilesJob } from '../files.js'
import CourtNotice from '../models/court_notice.js'

/** Retries after the first attempt, and the delays in seconds, which double each time. */
export const MAX_RETRIES = 10
const FIRST_WAIT = 120
const LONGEST_WAIT = 3600

/** Changes to a notice other than its status. */
export type NoticeChanges = Partial<
  Pick<CourtNotice, 'message' | 'copy' | 'courtId' | 'docketId' | 'docketEntryId' | 'offered'>
>

/** Moves notices from one status to the next. */
@inject()
export class NoticeOutcomes {
  constructor(
    private database: Database,
    private jobs: Jobs
  ) {}

  /** Marks an open notice as processing. @returns undefined for other notices */
  async take(id: number): Promise<CourtNotice | undefined> {
    return this.database.transaction(async (trx) => {
      const notice = await CourtNotice.lock(trx, id)
      if (!notice?.isOpen) return undefined
      return notice.merge({ status: STATUS.processing }).save()
    })
  }

  /** Marks a notice as done; its files are deleted after COMMIT. */
  async finish(
    trx: TransactionClientContract,
    notice: CourtNotice,
    changes: NoticeChanges
  ): Promise<void> {
    const paths = [notice.path, notice.copyPath].filter(Boolean)
    await notice.merge({ ...changes, status: STATUS.done, path: '', copyPath: '' }).save()
    if (paths.length) await this.jobs.send(trx, removeFilesJob, { paths })
  }

  /** Marks a notice as failed; its message is kept for staff. */
  async fail(id: number, message: string): Promise<void> {
    await this.database.transaction(async (trx) => {
      const notice = await CourtNotice.lock(trx, id)
      if (notice?.isOpen) await notice.merge({ status: STATUS.failed, message }).save()
    })
  }

  /** Schedules a retry in the caller's transaction; after the last attempt, the notice fails. */
  async retry(trx: TransactionClientContract, notice: CourtNotice, message: string): Promise<void> {
    const { retries } = notice
    if (retries >= MAX_RETRIES) {
      const copy = notice.copy === COPY.waiting ? COPY.unreachable : notice.copy
      await notice.merge({ status: STATUS.failed, message, copy }).save()
      return
    }
    await notice.merge({ status: STATUS.retrying, retries: retries + 1, message }).save()
    const seconds = Math.min(FIRST_WAIT * 2 ** retries, LONGEST_WAIT)
    await this.jobs.send(
      trx,
      processNoticeJob,
      { notice: String(notice.id) },
      { startAfter: new Date(Date.now() + seconds * 1000) }
    )
  }
}
