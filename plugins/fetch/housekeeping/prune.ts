/** Deletes what was bought and could not be stored, when its time is up. */
import type { ApplicationService } from '@adonisjs/core/types'
import type { Disk } from '@adonisjs/drive'
import { Jobs } from '#app/jobs/jobs'
import { removeFile } from '#app/storage/saved_file'
import { OPEN } from '../codes.js'
import { REMOVE_JOB } from '../job_names.js'
import FetchPurchase from '../models/fetch_purchase.js'
import { BOUGHT } from '../processing/purchases.js'

/** Days that what a failed request bought is kept for staff, as the originals of uploads are. */
const FAILED_DAYS = 14
/** Hours after which a file that no purchase names belongs to no job. */
const UNNAMED_HOURS = 24
const AT_ONCE = 500

/** Forgets files of purchases whose request failed long ago, and files that no purchase names. */
export async function prunePurchases(app: ApplicationService, signal: AbortSignal): Promise<void> {
  await removeUnnamedFiles(app, signal)
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
async function removeUnnamedFiles(app: ApplicationService, signal: AbortSignal): Promise<void> {
  const disk = (await app.container.make('drive.manager')).use()
  if (!(await disk.listAll('').then(hasBought, () => false))) return
  let paginationToken: string | undefined
  do {
    signal.throwIfAborted()
    const page = await disk.listAll(BOUGHT, { recursive: true, paginationToken })
    paginationToken = page.paginationToken
    const keys = [...page.objects].flatMap((found) => (found.isFile ? found.key : []))
    for (let at = 0; at < keys.length; at += AT_ONCE)
      await removeUnnamed(disk, keys.slice(at, at + AT_ONCE))
  } while (paginationToken)
}

const hasBought = ({ objects }: Awaited<ReturnType<Disk['listAll']>>) =>
  [...objects].some(({ name }) => name === BOUGHT)

async function removeUnnamed(disk: Disk, keys: string[]): Promise<void> {
  const before = Date.now() - UNNAMED_HOURS * 3_600_000
  const rows = await FetchPurchase.query().whereIn('keptPath', keys).select('keptPath')
  const named = new Set(rows.map(({ keptPath }) => keptPath))
  for (const key of keys.filter((one) => !named.has(one))) {
    const { lastModified } = await disk.getMetaData(key)
    if (lastModified.getTime() < before) await removeFile(disk, key)
  }
}
