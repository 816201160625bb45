/** Deletes expired files of purchases that could not be stored. */
import { inject } from '@adonisjs/core'
import { Disk } from '@adonisjs/drive'
import { Database } from '@adonisjs/lucid/database'
import { Jobs } from '#app/jobs/jobs'
import { removeUnnamedFiles } from '#app/storage/stale_files'
import { OPEN, REMOVE_JOB } from '../codes.js'
import FetchPurchase from '../models/fetch_purchase.js'
import { BOUGHT } from './purchases.js'

/** Days that purchases of failed requests are kept for staff, like the files of failed uploads. */
const FAILED_DAYS = 14
const AT_ONCE = 500

@inject()
export class PurchasePruner {
  constructor(
    private database: Database,
    private disk: Disk,
    private jobs: Jobs
  ) {}

  /** Removes files of expired failed requests, and files without a purchase. */
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

  /** Removes files whose purchase was never recorded or was deleted with its account. */
  async #removeUnnamed(signal: AbortSignal): Promise<void> {
    const namedAmong = async (keys: string[]) => {
      const rows = await FetchPurchase.query().whereIn('keptPath', keys).select('keptPath')
      return rows.map(({ keptPath }) => keptPath)
    }
    await removeUnnamedFiles(this.disk, BOUGHT, namedAmong, signal)
  }
}
