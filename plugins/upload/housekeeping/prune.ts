/** Deletes files of uploads whose time is up. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApplicationService } from '@adonisjs/core/types'
import type { Disk } from '@adonisjs/drive'
import { Jobs } from '#app/jobs/jobs'
import { removeFile } from '#app/storage/saved_file'
import { STATUS, TYPE } from '../codes.js'
import Upload from '../models/upload.js'
import UploadResult from '../models/upload_result.js'
import settings from '../settings.js'
import { incomingFolder, UPLOADS } from '../upload_file.js'

/** Days the original of an upload that failed is kept for staff. */
const FAILED_DAYS = 14
/** Hours after which a file on its way belongs to no request or job. */
const INCOMING_HOURS = 24
const AT_ONCE = 500

/** Deletes originals of failed uploads, and PDFs that waited too long for their docket. */
export async function pruneUploads(app: ApplicationService, signal: AbortSignal): Promise<void> {
  await removeLeftFiles()
  await removeUnnamedFiles(app, signal)
  await UploadResult.expired().delete()
  const database = await app.container.make('lucid.db')
  const jobs = await app.container.make(Jobs)
  for (;;) {
    signal.throwIfAborted()
    const count = await database.transaction(async (trx) => {
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
      await jobs.send(trx, 'upload.remove_files', { paths })
      return due.length
    })
    if (count < AT_ONCE) return
  }
}

/** Files that were published by a request whose transaction was never committed. */
async function removeUnnamedFiles(app: ApplicationService, signal: AbortSignal): Promise<void> {
  const disk = (await app.container.make('drive.manager')).use()
  if (!(await disk.listAll('').then(hasUploads, () => false))) return
  let paginationToken: string | undefined
  do {
    signal.throwIfAborted()
    const page = await disk.listAll(UPLOADS, { recursive: true, paginationToken })
    paginationToken = page.paginationToken
    const keys = [...page.objects].flatMap((found) => (found.isFile ? found.key : []))
    await removeUnnamed(disk, keys)
  } while (paginationToken)
}

const hasUploads = ({ objects }: Awaited<ReturnType<Disk['listAll']>>) =>
  [...objects].some(({ name }) => name === UPLOADS)

async function removeUnnamed(disk: Disk, keys: string[]): Promise<void> {
  const before = Date.now() - INCOMING_HOURS * 3_600_000
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const some = keys.slice(at, at + AT_ONCE)
    const rows = await Upload.query().whereIn('filepathLocal', some).select('filepathLocal')
    const named = new Set(rows.map(({ filepathLocal }) => filepathLocal))
    for (const key of some.filter((one) => !named.has(one))) {
      const { lastModified } = await disk.getMetaData(key)
      if (lastModified.getTime() < before) await removeFile(disk, key)
    }
  }
}

/** What a crash left on its way. */
async function removeLeftFiles(): Promise<void> {
  const folder = incomingFolder()
  const before = Date.now() - INCOMING_HOURS * 3_600_000
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(path, { force: true })
  }
}
