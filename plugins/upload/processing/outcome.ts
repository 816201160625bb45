/** What becomes of an upload (fetch-and-upload, 2.3). */
import type { ApplicationService } from '@adonisjs/core/types'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Jobs } from '#app/jobs/jobs'
import { OPEN, STATUS, TYPE } from '../codes.js'
import Upload from '../models/upload.js'
import { Events } from '#app/events/events'
import { NOTICE_MERGED } from '../events.js'

/** Retries after the first attempt; waits double from one second (1, 2, 4, 8, 16). */
export const MAX_RETRIES = 5

export interface Outcome {
  status: (typeof STATUS)['done' | 'failed' | 'invalid' | 'incomplete']
  message: string
  docket?: number
  entry?: number
  document?: number
}

/** Ends the work on an upload without a fault of the server. */
export class UploadRefused extends Error {
  override name = 'UploadRefused'

  constructor(
    readonly status: (typeof STATUS)['failed' | 'invalid' | 'incomplete'],
    message: string
  ) {
    super(message)
  }
}

/** What is worth another attempt a little later; the message stays when there is none left. */
export class WorthRetrying extends Error {
  override name = 'WorthRetrying'
}

/** Takes an upload that waits, or whose work a crash ended; undefined for all others. */
export async function takeUpload(app: ApplicationService, id: number): Promise<Upload | undefined> {
  const database = await app.container.make('lucid.db')
  return database.transaction(async (trx) => {
    const upload = await lockUpload(trx, id)
    if (!upload || !isOpen(upload)) return undefined
    return upload.merge({ status: STATUS.processing }).save()
  })
}

export function lockUpload(trx: TransactionClientContract, id: number): Promise<Upload | null> {
  return Upload.query({ client: trx }).where({ id }).forUpdate().first()
}

/** Whether something still becomes of an upload. */
export const isOpen = ({ status }: Upload) => OPEN.includes(status)

/** Writes what became of an upload; of one that succeeded the file is deleted after COMMIT, or by who listens. */
export async function finishUpload(
  app: ApplicationService,
  trx: TransactionClientContract,
  id: number,
  { status, message, docket, entry, document }: Outcome
): Promise<void> {
  const upload = await lockUpload(trx, id)
  if (!upload || !isOpen(upload)) return
  const isDone = status === STATUS.done
  const { filepathLocal: path } = upload
  await upload
    .merge({
      status,
      errorMessage: message,
      docketId: docket ?? null,
      docketEntryId: entry ?? null,
      recapDocumentId: document ?? null,
      ...(isDone ? { filepathLocal: '' } : {}),
    })
    .save()
  if (!isDone || !path || (await handOverNotice(app, trx, { upload, path }))) return
  const jobs = await app.container.make(Jobs)
  await jobs.send(trx, 'upload.remove_files', { paths: [path] })
}

/** Has an upload tried again later, or ends it after the last attempt. */
export async function retryUpload(
  app: ApplicationService,
  id: number,
  message: string
): Promise<void> {
  const database = await app.container.make('lucid.db')
  const jobs = await app.container.make(Jobs)
  await database.transaction(async (trx) => {
    const upload = await lockUpload(trx, id)
    if (!upload || !isOpen(upload)) return
    const { retries } = upload
    if (retries >= MAX_RETRIES) {
      await upload.merge({ status: STATUS.failed, errorMessage: message }).save()
      return
    }
    await upload
      .merge({ status: STATUS.retrying, retries: retries + 1, errorMessage: message })
      .save()
    const startAfter = new Date(Date.now() + 1000 * 2 ** retries)
    await jobs.send(trx, 'upload.process', { upload: String(id) }, { startAfter })
  })
}

/**
 * Hands the file of a merged notification email to who listens, in the transaction that finishes
 * the upload.
 *
 * @param path of the file, which is the listener's to delete
 * @returns false for other uploads, and where no plugin listens
 */
async function handOverNotice(
  { container }: ApplicationService,
  trx: TransactionClientContract,
  { upload, path }: { upload: Upload; path: string }
): Promise<boolean> {
  const { uploadType, debug, docketId, uploaderId, courtId, registryCaseId } = upload
  if (uploadType !== TYPE.email || debug || docketId === null) return false
  const events = await container.make(Events)
  if (!events.registry.listeners.get(NOTICE_MERGED)?.length) return false
  await events.publish(trx, NOTICE_MERGED, {
    upload: upload.id,
    uploader: uploaderId,
    court: courtId,
    registry_case_id: registryCaseId,
    path,
  })
  return true
}
