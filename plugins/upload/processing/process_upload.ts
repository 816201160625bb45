/** Works on one upload; called again after a crash, it does nothing twice. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ApplicationService } from '@adonisjs/core/types'
import { CommitOutcomeUnknown } from '#app/database/commit_errors'
import { isDatabaseAway } from '#app/database/database_away'
import { DomainError } from '#app/support/domain_error'
import { fileOn, unavailable } from '#app/storage/disk_files'
import { STATUS, TYPE } from '../codes.js'
import type Upload from '../models/upload.js'
import { incomingFolder } from '../upload_file.js'
import { finishUpload, retryUpload, takeUpload, UploadRefused, WorthRetrying } from './outcome.js'
import { processPage } from './page.js'
import { processPdf } from './pdf.js'
import type { Work } from './work.js'
import { processZip } from './zip.js'

const UNSUPPORTED: number[] = [
  TYPE.appellateCaseQuery,
  TYPE.caseQueryResult,
  TYPE.appellateCaseQueryResult,
]

/** @throws errors of the database and the storage, which are worth another attempt of the job */
export async function processUpload(app: ApplicationService, id: number): Promise<void> {
  const upload = await takeUpload(app, id)
  if (!upload) return
  try {
    if (UNSUPPORTED.includes(upload.uploadType))
      throw new UploadRefused(STATUS.failed, 'Uploads of this type are not yet supported.')
    await withFile(app, upload, (file) => handlerOf(upload)({ app, upload, file }))
  } catch (error) {
    await fail(app, id, error)
  }
}

function handlerOf({ uploadType }: Upload): (work: Work) => Promise<void> {
  if (uploadType === TYPE.pdf) return processPdf
  if (uploadType === TYPE.zip) return processZip
  return processPage
}

async function withFile(
  app: ApplicationService,
  { filepathLocal: path }: Upload,
  work: (file: string) => Promise<void>
): Promise<void> {
  const disk = (await app.container.make('drive.manager')).use()
  if (!path || !(await fileOn(disk, path)))
    throw new UploadRefused(STATUS.failed, 'The uploaded file is no longer there.')
  const folder = incomingFolder()
  await mkdir(folder, { recursive: true })
  const file = join(folder, randomUUID())
  try {
    const stored = await disk.getStream(path).catch(unavailable)
    await pipeline(stored, createWriteStream(file, { flags: 'wx', mode: 0o600 })).catch(unavailable)
    await work(file)
  } finally {
    await rm(file, { force: true })
  }
}

/** Two transactions that clash: unique values, serialization, deadlock. */
const CLASHES = ['23505', '40001', '40P01']

/** Whether the storage or the database was away: the job itself is tried again. What a COMMIT did is seen then. */
const isAway = (error: unknown) =>
  error instanceof DomainError || error instanceof CommitOutcomeUnknown || isDatabaseAway(error)

async function fail(app: ApplicationService, id: number, error: unknown): Promise<void> {
  if (error instanceof WorthRetrying) return retryUpload(app, id, error.message)
  const { code } = error as { code?: unknown }
  if (CLASHES.includes(String(code)))
    return retryUpload(app, id, 'Another upload changed the same records.')
  if (isAway(error)) throw error
  const refusal =
    error instanceof UploadRefused
      ? error
      : new UploadRefused(STATUS.failed, 'The server failed on this upload.')
  const database = await app.container.make('lucid.db')
  await database.transaction((trx) =>
    finishUpload(app, trx, id, { status: refusal.status, message: refusal.message })
  )
  if (refusal === error) return
  const logger = await app.container.make('logger')
  logger.error({ err: error, upload: id }, 'upload failed')
}
