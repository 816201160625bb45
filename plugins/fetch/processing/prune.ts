/** Deletes what was bought and could not be stored, when its time is up. */
import { inject } from '@adonisjs/core'
import { Disk } from '@adonisjs/drive'
import { Database } from '@adonisjs/lucid/database'
import { Jobs } from '#app/jobs/jobs'
import { removeUnnamedFiles } from '#app/storage/left_files'
import { OPEN, REMOVE_JOB } from '../codes.js'
import FetchPurchase from '../models/fetch_purchase.js'
import { BOUGHT } from './purchases.js'

/** Days that what a failed request bought is kept for staff, as the originals of uploads are. */
const FAILED_DAYS = 14
const AT_ONCE = 500

@inject()
export class PurchasePruner {
  constructor(
    private database: Database,
    private disk: Disk,
    private jobs: Jobs
  ) {}

  /** Forgets files of purchases whose request failed long ago, and files that no purchase names. */
  async prune(signal: AbortSignal): Promise<void> {
    await this.#removeUnnamed(signal)
    for (;;) {
      signal.throwIfAborted()
      const count = await this.database.transaction(async (trx) => {
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
        await this.jobs.send(trx, REMOVE_JOB, { paths })
        return due.length
      })
      if (count < AT_ONCE) return
    }
  }

  /** Files whose purchase was never noted, or went with its account. */
  async #removeUnnamed(signal: AbortSignal): Promise<void> {
    const namedAmong = async (keys: string[]) => {
      const rows = await FetchPurchase.query().whereIn('keptPath', keys).select('keptPath')
      return rows.map(({ keptPath }) => keptPath)
    }
    await removeUnnamedFiles(this.disk, BOUGHT, namedAmong, signal)
  }
}
