/** Deletes files of notices whose time is up. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApplicationService } from '@adonisjs/core/types'
import type { Disk } from '@adonisjs/drive'
import { Jobs } from '#app/jobs/jobs'
import { removeFile } from '#app/storage/saved_file'
import { STATUS } from '../codes.js'
import { incomingFolder, NOTICES } from '../files.js'
import { removeFilesJob } from '../job_names.js'
import CourtNotice from '../models/court_notice.js'

/** Days the message of a notice that failed is kept for staff. */
const FAILED_DAYS = 14
/** Days a notice is remembered: who sends it again later is not known to have done so. */
const KEPT_DAYS = 180
/** Days of counts of emails that were not taken. */
const COUNT_DAYS = 90
/** Hours after which a file on its way belongs to no request or job. */
const INCOMING_HOURS = 24
const AT_ONCE = 500

export async function pruneNotices(app: ApplicationService, signal: AbortSignal): Promise<void> {
  await removeLeftFiles()
  await removeUnnamedFiles(app, signal)
  const database = await app.container.make('lucid.db')
  await database.rawQuery(
    `DELETE FROM dropped_emails WHERE day < now() - make_interval(days => ?)`,
    [COUNT_DAYS]
  )
  while ((await removeOriginals(app)) === AT_ONCE) signal.throwIfAborted()
  await CourtNotice.query()
    .whereIn('status', [STATUS.done, STATUS.failed])
    .where({ path: '', copyPath: '' })
    .whereRaw('date_modified < now() - make_interval(days => ?)', [KEPT_DAYS])
    .delete()
}

/** @returns how many notices have no message any more */
async function removeOriginals({ container }: ApplicationService): Promise<number> {
  const database = await container.make('lucid.db')
  const jobs = await container.make(Jobs)
  return database.transaction(async (trx) => {
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
    await jobs.send(trx, removeFilesJob, { paths })
    return due.length
  })
}

/** Files of transactions that were never committed. */
async function removeUnnamedFiles(app: ApplicationService, signal: AbortSignal): Promise<void> {
  const disk = (await app.container.make('drive.manager')).use()
  if (!(await disk.listAll('').then(hasNotices, () => false))) return
  let paginationToken: string | undefined
  do {
    signal.throwIfAborted()
    const page = await disk.listAll(NOTICES, { recursive: true, paginationToken })
    paginationToken = page.paginationToken
    const keys = [...page.objects].flatMap((found) => (found.isFile ? found.key : []))
    for (let at = 0; at < keys.length; at += AT_ONCE)
      await removeUnnamed(disk, keys.slice(at, at + AT_ONCE))
  } while (paginationToken)
}

const hasNotices = ({ objects }: Awaited<ReturnType<Disk['listAll']>>) =>
  [...objects].some(({ name }) => name === NOTICES)

async function removeUnnamed(disk: Disk, keys: string[]): Promise<void> {
  const before = Date.now() - INCOMING_HOURS * 3_600_000
  const rows = await CourtNotice.query().whereIn('path', keys).orWhereIn('copyPath', keys)
  const named = new Set(rows.flatMap(({ path, copyPath }) => [path, copyPath]))
  for (const key of keys.filter((one) => !named.has(one))) {
    const { lastModified } = await disk.getMetaData(key)
    if (lastModified.getTime() < before) await removeFile(disk, key)
  }
}

/** What a crash left on its way. */
async function removeLeftFiles(): Promise<void> {
  const before = Date.now() - INCOMING_HOURS * 3_600_000
  for (const name of await readdir(incomingFolder()).catch(() => [])) {
    const path = join(incomingFolder(), name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(path, { force: true })
  }
}
