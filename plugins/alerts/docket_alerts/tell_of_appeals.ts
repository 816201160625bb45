/**
 * Emails to owners of alerts that they follow an appeal from now on. The
 * transaction that follows it only records the email and sends the job that
 * composes it.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Jobs } from '#app/jobs/jobs'
import type { AppealAlert } from './appeals.js'
import { emailAppeal } from './jobs.js'

/** Notifies the owners of alerts. */
export async function tellOfAppeals(
  { container }: ApplicationService,
  trx: TransactionClientContract,
  alerts: AppealAlert[]
): Promise<void> {
  const jobs = await container.make(Jobs)
  for (const { id } of alerts) {
    await trx.table('appeal_emails').insert({ alert_id: id })
    await jobs.send(trx, emailAppeal.name, { alert: String(id) })
  }
}
