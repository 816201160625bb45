/**
 * Records changes of followed dockets as updates, in the transaction that
 * advances the consumer's position: each change is recorded exactly once.
 */
import app from '@adonisjs/core/services/app'
import { changedRows, CHANGED_ROWS } from '#app/events/changed_rows'
import { followNewAppeals, type AppealAlert } from './appeals.js'
import { announceDocket, emailAppeal } from './jobs.js'
import { Jobs } from '#app/jobs/jobs'
import type { TransactionalConsumer } from '#app/events/consumer_definition'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Change } from '#app/events/change_log'
import { SUBSCRIBED } from '../models/docket_alert.js'

export default {
  name: 'alerts.docket_news',
  async handle({ changes, trx, signal }) {
    // Runs first, so that changes committed together with an appeal count as updates for its new followers.
    await queueAppealEmails(trx, await followNewAppeals(trx, changes))
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

/** Queues emails to the owners of alerts for new appeals. */
async function queueAppealEmails(
  trx: TransactionClientContract,
  alerts: AppealAlert[]
): Promise<void> {
  const jobs = await app.container.make(Jobs)
  for (const { id } of alerts) {
    await trx.table('appeal_emails').insert({ alert_id: id })
    await jobs.send(trx, emailAppeal.name, { alert: String(id) })
  }
}

interface NewsStatement {
  table: 'docket_entries' | 'archive_documents'
  kind: Change['kind']
  sql: string
}

/** SQL condition: the docket of the entry `e` is followed. */
const FOLLOWED = `EXISTS (SELECT 1 FROM docket_alerts a WHERE a.docket_id = e.docket_id AND a.alert_type = ${SUBSCRIBED})`

/** SQL condition: the entry `e` was added to its docket before the transaction of the change `c`. */
const ELDER = `NOT EXISTS (SELECT 1 FROM docket_news n WHERE n.kind = 'entry' AND n.docket_id = e.docket_id AND n.item_id = e.id AND n.changed_at = c.at)`

const ENTRIES = `${CHANGED_ROWS} JOIN docket_entries e ON e.id BETWEEN c.first AND c.last`
const DOCUMENTS = `${CHANGED_ROWS} JOIN archive_documents d ON d.id BETWEEN c.first AND c.last
  JOIN docket_entries e ON e.id = d.docket_entry_id`

const newsOf = (kind: 'entry' | 'update' | 'document', item: string, from: string) =>
  `INSERT INTO docket_news (docket_id, kind, item_id, changed_at)
   SELECT e.docket_id, '${kind}', ${item}, max(c.at) FROM ${from}
   GROUP BY e.docket_id, ${item} ORDER BY ${item}
   ON CONFLICT (docket_id, item_id) WHERE kind = 'entry' DO NOTHING RETURNING docket_id`

/** Stores the missing documents of followed dockets. */
const awaiting = (from: string) =>
  `INSERT INTO awaited_documents SELECT DISTINCT d.id FROM ${from}
   WHERE d.is_available IS NOT TRUE AND ${FOLLOWED} ON CONFLICT DO NOTHING`
const AWAIT = awaiting(DOCUMENTS)

/** Entries created on a docket or moved to it. */
const NEW_ENTRIES = newsOf('entry', 'e.id', `${ENTRIES} WHERE ${FOLLOWED}`)

/**
 * Statements that run in this order over each batch of changes. Each reads the
 * changed rows and returns the dockets with new updates.
 */
const STATEMENTS: NewsStatement[] = [
  {
    table: 'docket_entries',
    kind: 'created',
    sql: NEW_ENTRIES,
  },
  {
    table: 'docket_entries',
    kind: 'moved',
    sql: NEW_ENTRIES,
  },
  {
    table: 'docket_entries',
    kind: 'moved',
    sql: awaiting(`${ENTRIES} JOIN archive_documents d ON d.docket_entry_id = e.id`),
  },
  {
    table: 'docket_entries',
    kind: 'updated',
    sql: newsOf('update', 'e.id', `${ENTRIES} WHERE ${FOLLOWED} AND ${ELDER}`),
  },
  {
    table: 'archive_documents',
    kind: 'created',
    sql: newsOf('update', 'e.id', `${DOCUMENTS} WHERE ${FOLLOWED} AND ${ELDER}`),
  },
  {
    table: 'archive_documents',
    kind: 'created',
    sql: newsOf(
      'document',
      'd.id',
      `${DOCUMENTS} WHERE d.is_available AND ${FOLLOWED} AND ${ELDER}`
    ),
  },
  { table: 'archive_documents', kind: 'created', sql: AWAIT },
  {
    table: 'archive_documents',
    kind: 'updated',
    sql: `WITH arrived AS (
            DELETE FROM awaited_documents w USING ${CHANGED_ROWS}, archive_documents d
            WHERE d.id BETWEEN c.first AND c.last AND d.id = w.document_id AND d.is_available
            RETURNING d.id, d.docket_entry_id, c.at
          )
          INSERT INTO docket_news (docket_id, kind, item_id, changed_at)
          SELECT e.docket_id, 'document', d.id, d.at FROM arrived d
          JOIN docket_entries e ON e.id = d.docket_entry_id WHERE ${FOLLOWED}
          ORDER BY d.id RETURNING docket_id`,
  },
  { table: 'archive_documents', kind: 'updated', sql: AWAIT },
]
