/** Works on one upload; called again after a crash, it does nothing twice. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ApplicationService } from '@adonisjs/core/types'
import { CommitOutcomeUnknown } from '#app/database/transaction'
import { isDatabaseAway } from '#app/database/database_away'
import { DomainError } from '#app/support/domain_error'
import { fileOn, unavailable } from '#app/storage/disk_files'
import { STATUS, TYPE } from '../codes.js'
import type Upload from '../models/upload.js'
import { incomingFolder } from '../upload_file.js'
import { finishUpload, retryUpload, takeUpload, UploadRefused, WorthRetrying } from './outcome.js'
import { processPdf } from './pdf.js'
import type { Work } from './work.js'
import { processZip } from './zip.js'
import {
  parseInThread,
  mergePage,
  PageNotMerged,
  type MergedPage,
} from '#plugins/federal_records/public/merging'
import type { ParsedPage } from '#app/court_pages/page_kinds'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { courtOf } from '#app/court_pages/court_system_ids'
import { adoptOrphans } from './adopt_orphans.js'
import { keepResult } from './keep_result.js'

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

/** Bytes of a page; the longest dockets have some ten million. */
const MAX_PAGE = 50_000_000

/** Parses a page and merges it into its dockets. */
async function processPage(work: Work): Promise<void> {
  await mergeUpload(work, await read(work))
}

/** @throws UploadRefused for a page that is not of the type it was sent as */
async function read({ upload, file }: Work): Promise<ParsedPage> {
  if ((await stat(file)).size > MAX_PAGE)
    throw new UploadRefused(STATUS.invalid, 'The page is longer than 50 MB.')
  const reading = await parseInThread(await readFile(file), upload.courtId)
  if (!('outcome' in reading)) return ofType(upload, reading)
  const { outcome } = reading
  if (outcome === 'too_hard')
    throw new UploadRefused(STATUS.failed, 'The page takes too long to read.')
  const said = outcome === 'unknown' || outcome === 'unreadable' ? '' : ` It says: ${outcome}.`
  throw new UploadRefused(STATUS.invalid, `The page is not valid for its type.${said}`)
}

function ofType({ uploadType }: Upload, page: ParsedPage): ParsedPage {
  if (page.uploadTypes.includes(uploadType)) return page
  const kind = page.kind.replaceAll('_', ' ')
  throw new UploadRefused(STATUS.invalid, `The page is not valid for its type: it is a ${kind}.`)
}

/** Undoes a merge that was only a check. */
class Undone extends Error {}

/** @throws UploadRefused, WorthRetrying */
async function mergeUpload({ app, upload }: Work, page: ParsedPage): Promise<void> {
  await keepResult(upload, { kind: page.kind, result: page.result })
  const database = await app.container.make('lucid.db')
  const done = { status: STATUS.done, message: 'The page was merged.' } as const
  try {
    await database.transaction(async (trx) => {
      const merged = await merge(trx, {
        page: page as Parameters<typeof mergePage>[1]['page'],
        court: courtOf(upload.courtId),
        registryCaseId: upload.registryCaseId,
      })
      if (upload.debug) throw new Undone()
      const adopted = await adoptOrphans(app, trx, merged.documentIds)
      await finishUpload(app, trx, upload.id, {
        ...done,
        message: adopted ? `${done.message} PDFs that waited for it: ${adopted}.` : done.message,
        docket: merged.docketId,
        entry: only(merged.entryIds),
        document: only(merged.documentIds),
      })
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
    const message = 'The page was checked; nothing was saved.'
    await database.transaction((trx) => finishUpload(app, trx, upload.id, { ...done, message }))
  }
}

/** Pages on one entry or document are linked with it, those on many with the docket only. */
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
    if (error.reason === 'no_such_entry') throw new WorthRetrying(error.message)
    throw new UploadRefused(STATUS.invalid, error.message)
  }
}
