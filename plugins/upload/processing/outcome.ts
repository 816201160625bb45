/** States and outcomes of uploads (fetch-and-upload, 2.3). */
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Jobs } from '#app/jobs/jobs'
import { OPEN, STATUS, TYPE } from '../codes.js'
import Upload from '../models/upload.js'
import UploadResult from '../models/upload_result.js'
import { Events } from '#app/events/events'
import { NOTICE_MERGED } from '../events.js'

/** Retries after the first attempt, with delays of 1, 2, 4, 8, and 16 seconds. */
export const MAX_RETRIES = 5

/** An upload with a local copy of its file. */
export interface Work {
  upload: Upload
  file: string
}

export interface Outcome {
  status: (typeof STATUS)['done' | 'failed' | 'invalid' | 'incomplete']
  message: string
  docket?: number
  entry?: number
  document?: number
}

/** An error that rejects an upload; it isn't a server error. */
export class UploadRefused extends Error {
  override name = 'UploadRefused'

  constructor(
    readonly status: (typeof STATUS)['failed' | 'invalid' | 'incomplete'],
    message: string
  ) {
    super(message)
  }
}

/** An error after which the upload is retried; after the last retry, its message is stored. */
export class RetryableUploadError extends Error {
  override name = 'RetryableUploadError'
}

export function lockUpload(trx: TransactionClientContract, id: number): Promise<Upload | null> {
  return Upload.query({ client: trx }).where({ id }).forUpdate().first()
}

/** Whether an upload is queued or in progress. */
export const isOpen = ({ status }: Upload) => OPEN.includes(status)

/** Maximum length of the JSON in characters; the longest dockets have about 20 million. */
const MAX_RESULT = 5_000_000

/** Stores what a check found (`include=result`), once; only its length if it is too long. */
export async function keepResult({ id, debug }: Upload, found: object): Promise<void> {
  if (!debug) return
  const { length } = JSON.stringify(found)
  const result = length > MAX_RESULT ? { too_long: { characters: length, max: MAX_RESULT } } : found
  await UploadResult.firstOrCreate({ uploadId: id }, { result })
}

@inject()
export class UploadQueue {
  constructor(
    private database: Database,
    private jobs: Jobs,
    private events: Events
  ) {}

  /** Starts work on an upload. @returns undefined unless it is queued or was interrupted by a crash */
  async take(id: number): Promise<Upload | undefined> {
    return this.database.transaction(async (trx) => {
      const upload = await lockUpload(trx, id)
      if (!upload || !isOpen(upload)) return undefined
      return upload.merge({ status: STATUS.processing }).save()
    })
  }

  /** Stores the outcome. The file of a successful upload is deleted after COMMIT, or by an event listener. */
  async finish(
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
    if (!isDone || !path || (await this.#publishNotice(trx, { upload, path }))) return
    await this.jobs.send(trx, 'upload.remove_files', { paths: [path] })
  }

  /** Schedules a retry, or ends the upload after the last one. */
  async retry(id: number, message: string): Promise<void> {
    await this.database.transaction(async (trx) => {
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
      await this.jobs.send(trx, 'upload.process', { upload: String(id) }, { startAfter })
    })
  }

  /**
   * Publishes the event for a merged notification email in the transaction that finishes the upload.
   *
   * @param path the file, which the listener deletes
   * @returns false for other uploads, and if there is no listener
   */
  async #publishNotice(
    trx: TransactionClientContract,
    { upload, path }: { upload: Upload; path: string }
  ): Promise<boolean> {
    const { uploadType, debug, docketId, uploaderId, courtId, registryCaseId } = upload
    if (uploadType !== TYPE.email || debug || docketId === null) return false
    if (!this.events.registry.listeners.get(NOTICE_MERGED)?.length) return false
    await this.events.publish(trx, NOTICE_MERGED, {
      upload: upload.id,
      uploader: uploaderId,
      court: courtId,
      registry_case_id: registryCaseId,
      path,
    })
    return true
  }
}
