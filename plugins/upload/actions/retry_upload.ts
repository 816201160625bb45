import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Actor } from '#app/accounts/authority'
import type { Jobs } from '#app/jobs/jobs'
import AuditEntry from '#app/models/audit_entry'
import { queueAgain } from '../processing/adopt_orphans.js'

/** Has an upload that failed worked on once more, as staff asked. */
export class RetryUpload {
  constructor(readonly jobs: Jobs) {}

  /** @returns whether it had failed and its file is still there */
  async handle(trx: TransactionClientContract, actor: Actor, id: number): Promise<boolean> {
    if (!(await queueAgain(this.jobs, trx, id))) return false
    await AuditEntry.record(trx, actor, { action: 'upload.retry', subject: `upload ${id}` })
    return true
  }
}
