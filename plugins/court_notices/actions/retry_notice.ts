import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Actor } from '#app/accounts/authority'
import type { Jobs } from '#app/jobs/jobs'
import AuditEntry from '#app/models/audit_entry'
import { COPY, STATUS } from '../codes.js'
import { processNoticeJob } from '../files.js'
import CourtNotice from '../models/court_notice.js'

/** Queues a failed notice again. */
export class RetryNotice {
  constructor(readonly jobs: Jobs) {}

  /** @returns whether the notice had failed and its message still exists */
  async handle(trx: TransactionClientContract, actor: Actor, id: number): Promise<boolean> {
    const notice = await CourtNotice.lock(trx, id)
    if (notice?.status !== STATUS.failed || !notice.path) return false
    // In these states, no request reached the court, so the copy can still be requested.
    const wasRequested = notice.copy !== COPY.off && notice.copy !== COPY.unreachable
    await notice
      .merge({
        status: STATUS.queued,
        retries: 0,
        message: '',
        copy: wasRequested ? notice.copy : COPY.waiting,
      })
      .save()
    await this.jobs.send(trx, processNoticeJob, { notice: String(id) })
    await AuditEntry.record(trx, actor, {
      action: 'court_notice.retry',
      subject: `court email ${id}`,
    })
    return true
  }
}
