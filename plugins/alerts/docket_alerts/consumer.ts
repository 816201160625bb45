/**
 * Makes news of what changed on followed dockets, whatever changed it,
 * in the transaction that moves on in the change log: nothing is left out,
 * and nothing becomes news twice.
 */
import app from '@adonisjs/core/services/app'
import { changedRows } from '#app/events/changed_rows'
import { followNewAppeals, type AppealAlert } from './appeals.js'
import { announceDocket, emailAppeal } from './jobs.js'
import { STATEMENTS } from './news_statements.js'
import { Jobs } from '#app/jobs/jobs'
import type { TransactionalConsumer } from '#app/events/consumer_definition'
import type { ApplicationService } from '@adonisjs/core/types'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

export default {
  name: 'alerts.docket_news',
  async handle({ changes, trx, signal }) {
    // First: what came with an appeal is news to who follows it for that.
    await tellOfAppeals(app, trx, await followNewAppeals(trx, changes))
    const dockets = new Set<string>()
    for (const { table, kind, sql } of STATEMENTS) {
      const rows = changedRows(changes, table, kind)
      if (!rows) continue
      signal.throwIfAborted()
      const { rows: news } = await trx.rawQuery<{ rows: { docket_id: string }[] }>(sql, [rows])
      for (const { docket_id: docket } of news) dockets.add(docket)
    }
    const jobs = await app.container.make(Jobs)
    for (const docket of dockets) {
      signal.throwIfAborted()
      await jobs.send(trx, announceDocket.name, { docket })
    }
  },
} satisfies TransactionalConsumer

/** Notifies the owners of alerts. */
async function tellOfAppeals(
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
