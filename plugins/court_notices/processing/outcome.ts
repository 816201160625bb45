/** What becomes of a notice (fetch-and-upload, 2.6). */
import type { ApplicationService } from '@adonisjs/core/types'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Jobs } from '#app/jobs/jobs'
import { COPY, STATUS } from '../codes.js'
import { processNoticeJob, removeFilesJob } from '../files.js'
import CourtNotice from '../models/court_notice.js'

/** Retries after the first attempt, and the seconds before them, which double. */
export const MAX_RETRIES = 10
const FIRST_WAIT = 120
const LONGEST_WAIT = 3600

/** Takes a notice that waits, or whose work a crash ended; undefined for all others. */
export async function takeNotice(
  { container }: ApplicationService,
  id: number
): Promise<CourtNotice | undefined> {
  const database = await container.make('lucid.db')
  return database.transaction(async (trx) => {
    const notice = await CourtNotice.lock(trx, id)
    if (!notice?.isOpen) return undefined
    return notice.merge({ status: STATUS.processing }).save()
  })
}

/** Changes of a notice beside its state. */
export type NoticeChanges = Partial<
  Pick<CourtNotice, 'message' | 'copy' | 'courtId' | 'docketId' | 'docketEntryId' | 'offered'>
>

/** Writes that a notice is done; its files are deleted after COMMIT. */
export async function finishNotice(
  app: ApplicationService,
  trx: TransactionClientContract,
  notice: CourtNotice,
  changes: NoticeChanges
): Promise<void> {
  const paths = [notice.path, notice.copyPath].filter(Boolean)
  await notice.merge({ ...changes, status: STATUS.done, path: '', copyPath: '' }).save()
  const jobs = await app.container.make(Jobs)
  if (paths.length) await jobs.send(trx, removeFilesJob, { paths })
}

/** Writes that a notice failed; its message is kept for staff. */
export async function failNotice(
  app: ApplicationService,
  id: number,
  message: string
): Promise<void> {
  const database = await app.container.make('lucid.db')
  await database.transaction(async (trx) => {
    const notice = await CourtNotice.lock(trx, id)
    if (notice?.isOpen) await notice.merge({ status: STATUS.failed, message }).save()
  })
}

/** Has a notice tried again later, in the caller's transaction; after the last attempt it ends. */
export async function retryNotice(
  app: ApplicationService,
  trx: TransactionClientContract,
  notice: CourtNotice,
  message: string
): Promise<void> {
  const { retries } = notice
  if (retries >= MAX_RETRIES) {
    const copy = notice.copy === COPY.waiting ? COPY.unreachable : notice.copy
    await notice.merge({ status: STATUS.failed, message, copy }).save()
    return
  }
  await notice.merge({ status: STATUS.retrying, retries: retries + 1, message }).save()
  const seconds = Math.min(FIRST_WAIT * 2 ** retries, LONGEST_WAIT)
  const jobs = await app.container.make(Jobs)
  await jobs.send(
    trx,
    processNoticeJob,
    { notice: String(notice.id) },
    { startAfter: new Date(Date.now() + seconds * 1000) }
  )
}
