/** Deletes files of notices whose time is up. */
import type { ApplicationService } from '@adonisjs/core/types'
import { Jobs } from '#app/jobs/jobs'
import { removeLeftFiles, removeUnnamedFiles } from '#app/storage/left_files'
import { STATUS } from '../codes.js'
import { incomingFolder, NOTICES, removeFilesJob } from '../files.js'
import CourtNotice from '../models/court_notice.js'

/** Days the message of a notice that failed is kept for staff. */
const FAILED_DAYS = 14
/** Days a notice is remembered: who sends it again later is not known to have done so. */
const KEPT_DAYS = 180
/** Days of counts of emails that were not taken. */
const COUNT_DAYS = 90
const AT_ONCE = 500

export async function pruneNotices(app: ApplicationService, signal: AbortSignal): Promise<void> {
  await removeLeftFiles(incomingFolder())
  await removeUnnamed(app, signal)
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
async function removeUnnamed(app: ApplicationService, signal: AbortSignal): Promise<void> {
  const disk = (await app.container.make('drive.manager')).use()
  const namedAmong = async (keys: string[]) => {
    const rows = await CourtNotice.query().whereIn('path', keys).orWhereIn('copyPath', keys)
    return rows.flatMap(({ path, copyPath }) => [path, copyPath])
  }
  await removeUnnamedFiles(disk, NOTICES, namedAmong, signal)
}
