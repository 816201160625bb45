import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { DriveManager } from '@adonisjs/drive'
import { Database } from '@adonisjs/lucid/database'
import { CommitOutcomeUnknown } from '#app/database/transaction'
import { isDatabaseAway } from '#app/database/database_unavailable'
import { DomainError } from '#app/support/domain_error'
import { findFileOnDisk, unavailable } from '#app/storage/disk_files'
import { STATUS, TYPE } from '../codes.js'
import type Upload from '../models/upload.js'
import { incomingFolder } from '../upload_file.js'
import {
  keepResult,
  UploadQueue,
  UploadRefused,
  RetryableUploadError,
  type Work,
} from './outcome.js'
import { PdfUploads } from './pdf.js'
import { ZipUploads } from './zip.js'
import {
  parseInThread,
  mergePage,
  PageNotMerged,
  type MergedPage,
} from '#plugins/federal_records/public/merging'
import { UnreadText } from '#plugins/federal_records/public/unread_text'
import type { CoveredPage } from '#app/court_pages/read_page'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toCourtId } from '#app/court_pages/court_system_ids'
import { UploadRequeuer } from './requeue_uploads.js'

const UNSUPPORTED: number[] = [
  TYPE.appellateCaseQuery,
  TYPE.caseQueryResult,
  TYPE.appellateCaseQueryResult,
]

/** Processes an upload; idempotent after a crash. */
@inject()
export class UploadProcessor {
  constructor(
    private database: Database,
    private drive: DriveManager<any>,
    private logger: Logger,
    private queue: UploadQueue,
    private requeuer: UploadRequeuer,
    private pdfs: PdfUploads,
    private zips: ZipUploads,
    private unreadText: UnreadText
  ) {}

  /** @throws errors of the database and the storage, which the job retries */
  async process(id: number): Promise<void> {
    const upload = await this.queue.take(id)
    if (!upload) return
    try {
      if (UNSUPPORTED.includes(upload.uploadType))
        throw new UploadRefused(STATUS.failed, "Uploads of this type aren't supported.")
      await this.#withFile(upload, (file) => this.#handle({ upload, file }))
    } catch (error) {
      await this.#fail(id, error)
    }
  }

  #handle(work: Work): Promise<void> {
    const { uploadType } = work.upload
    if (uploadType === TYPE.pdf) return this.pdfs.process(work)
    if (uploadType === TYPE.zip) return this.zips.process(work)
    return this.#processPage(work)
  }

  async #withFile(
    { filepathLocal: path }: Upload,
    work: (file: string) => Promise<void>
  ): Promise<void> {
    const disk = this.drive.use()
    if (!path || !(await findFileOnDisk(disk, path)))
      throw new UploadRefused(STATUS.failed, 'The uploaded file no longer exists.')
    const folder = incomingFolder()
    await mkdir(folder, { recursive: true })
    const file = join(folder, randomUUID())
    try {
      const stored = await disk.getStream(path).catch(unavailable)
      await pipeline(stored, createWriteStream(file, { flags: 'wx', mode: 0o600 })).catch(
        unavailable
      )
      await work(file)
    } finally {
      await rm(file, { force: true })
    }
  }

  async #fail(id: number, error: unknown): Promise<void> {
    if (error instanceof RetryableUploadError) return this.queue.retry(id, error.message)
    const { code } = error as { code?: unknown }
    if (CLASHES.includes(String(code)))
      return this.queue.retry(id, 'Another upload changed the same records.')
    if (isAway(error)) throw error
    const refusal =
      error instanceof UploadRefused
        ? error
        : new UploadRefused(STATUS.failed, 'An internal error occurred.')
    await this.database.transaction((trx) =>
      this.queue.finish(trx, id, { status: refusal.status, message: refusal.message })
    )
    if (refusal === error) return
    this.logger.error({ err: error, upload: id }, 'upload failed')
  }

  /** Parses a page and merges it into its dockets. @throws UploadRefused, RetryableUploadError */
  async #processPage(work: Work): Promise<void> {
    const { upload } = work
    const { page, bytes } = await read(work)
    const court = toCourtId(upload.courtId)
    await keepResult(upload, { kind: page.kind, result: page.result })
    try {
      await this.database.transaction(async (trx) => {
        const merged = await merge(trx, {
          page: page as Parameters<typeof mergePage>[1]['page'],
          court,
          registryCaseId: upload.registryCaseId,
        })
        if (upload.debug) throw new Undone()
        const adopted = await this.requeuer.adoptOrphans(trx, merged.documentIds)
        const requeued = adopted ? `Requeued PDFs: ${adopted}.` : ''
        const unread = await this.unreadText.record(trx, {
          reading: page,
          court,
          bytes,
          source: 'upload',
          dockets: merged.docketIds,
        })
        await this.queue.finish(trx, upload.id, {
          status: STATUS.done,
          message: joinSentences('The page was merged.', requeued, unread),
          docket: merged.docketId,
          entry: only(merged.entryIds),
          document: only(merged.documentIds),
        })
      })
    } catch (error) {
      if (!(error instanceof Undone)) throw error
      const unread = await this.unreadText.describe({ reading: page, court })
      const message = joinSentences('The page was checked; nothing was saved.', unread)
      await this.database.transaction((trx) =>
        this.queue.finish(trx, upload.id, { status: STATUS.done, message })
      )
    }
  }
}

const joinSentences = (...sentences: string[]) => sentences.filter(Boolean).join(' ')

/** SQL states of conflicting transactions: unique violation, serialization failure, deadlock. */
const CLASHES = ['23505', '40001', '40P01']

/** Whether the storage or the database was unavailable, so that the job is retried. */
const isAway = (error: unknown) =>
  error instanceof DomainError || error instanceof CommitOutcomeUnknown || isDatabaseAway(error)

/** Maximum size of a page in bytes; the longest dockets have about 10 million. */
const MAX_PAGE = 50_000_000

/** @throws UploadRefused if the page doesn't match the type of the upload */
async function read({ upload, file }: Work): Promise<{ page: CoveredPage; bytes: Uint8Array }> {
  if ((await stat(file)).size > MAX_PAGE)
    throw new UploadRefused(STATUS.invalid, 'The page exceeds 50 MB.')
  const bytes = await readFile(file)
  const reading = await parseInThread(bytes, upload.courtId)
  if (!('outcome' in reading)) return { page: ofType(upload, reading), bytes }
  const { outcome } = reading
  if (outcome === 'too_hard')
    throw new UploadRefused(STATUS.failed, 'Parsing the page took too long.')
  const reason = outcome === 'unknown' || outcome === 'unreadable' ? '' : ` Reason: ${outcome}.`
  throw new UploadRefused(STATUS.invalid, `The page isn't valid for its type.${reason}`)
}

function ofType({ uploadType }: Upload, page: CoveredPage): CoveredPage {
  if (page.uploadTypes.includes(uploadType)) return page
  const kind = page.kind.replaceAll('_', ' ')
  throw new UploadRefused(STATUS.invalid, `The page isn't valid for its type: it is a ${kind}.`)
}

/** Rolls back a merge that was only a check. */
class Undone extends Error {}

/** The single ID; an upload of several entries or documents is linked to its docket only. */
function only(ids: number[]): number | undefined {
  return ids.length === 1 ? ids[0] : undefined
}

async function merge(
  trx: TransactionClientContract,
  page: Parameters<typeof mergePage>[1]
): Promise<MergedPage> {
  try {
    return await mergePage(trx, page)
  } catch (error) {
    if (!(error instanceof PageNotMerged)) throw error
    if (error.reason === 'no_such_entry') throw new RetryableUploadError(error.message)
    throw new UploadRefused(STATUS.invalid, error.message)
  }
}
