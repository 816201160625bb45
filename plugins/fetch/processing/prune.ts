/** Deletes what was bought and could not be stored, when its time is up. */
import type { ApplicationService } from '@adonisjs/core/types'
import { Jobs } from '#app/jobs/jobs'
import { removeUnnamedFiles } from '#app/storage/left_files'
import { OPEN, REMOVE_JOB } from '../codes.js'
import FetchPurchase from '../models/fetch_purchase.js'
import { BOUGHT } from './purchases.js'

/** Days that what a failed request bought is kept for staff, as the originals of uploads are. */
const FAILED_DAYS = 14
const AT_ONCE = 500

/** Forgets files of purchases whose request failed long ago, and files that no purchase names. */
export async function prunePurchases(app: ApplicationService, signal: AbortSignal): Promise<void> {
  await removeUnnamed(app, signal)
  const database = await app.container.make('lucid.db')
  const jobs = await app.container.make(Jobs)
  for (;;) {
    signal.throwIfAborted()
    const count = await database.transaction(async (trx) => {
      const due = await FetchPurchase.query({ client: trx })
        .whereNot('keptPath', '')
        .whereRaw(
          `NOT EXISTS (SELECT 1 FROM fetch_requests r WHERE r.id = fetch_request_id
             AND (r.status IN (${OPEN.join(', ')}) OR r.date_modified >= now() - make_interval(days => ?)))`,
          [FAILED_DAYS]
        )
        .orderBy('id')
        .limit(AT_ONCE)
        .forUpdate()
      if (!due.length) return 0
      const paths = due.map(({ keptPath }) => keptPath)
      for (const purchase of due) await purchase.merge({ keptPath: '' }).save()
      await jobs.send(trx, REMOVE_JOB, { paths })
      return due.length
    })
    if (count < AT_ONCE) return
  }
}

/** Files whose purchase was never noted, or went with its account. */
async function removeUnnamed(app: ApplicationService, signal: AbortSignal): Promise<void> {
  const disk = (await app.container.make('drive.manager')).use()
  const namedAmong = async (keys: string[]) => {
    const rows = await FetchPurchase.query().whereIn('keptPath', keys).select('keptPath')
    return rows.map(({ keptPath }) => keptPath)
  }
  await removeUnnamedFiles(disk, BOUGHT, namedAmong, signal)
}
