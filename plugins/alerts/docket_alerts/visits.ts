/** Visits of followed dockets' pages, for marks of entries that are new since the last visit. */
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { PageVisitor } from '#app/accounts/page_visitor'
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import type { NewEntries } from '#plugins/federal_records/public/pages'
import { SUBSCRIBED } from '../models/docket_alert.js'

/** Length of a visit from its first view. Later views belong to the next visit. */
const VISIT = `interval '30 minutes'`
/** Maximum number of marked entries, newest first. */
const MAX_MARKED = 1000

const CURRENT = new NamedStatement(
  `SELECT a.id, v.previous_at, v.started_at > now() - ${VISIT} FROM docket_alerts a
   LEFT JOIN docket_alert_visits v ON v.alert_id = a.id
   WHERE a.docket_id = $1 AND a.user_id = $2 AND a.alert_type = ${SUBSCRIBED}`
)

/** Returns nothing if a concurrent view has started the visit, or the alert was deleted. */
const START = `
  INSERT INTO docket_alert_visits (alert_id)
  SELECT id FROM docket_alerts WHERE id = ? FOR KEY SHARE
  ON CONFLICT (alert_id) DO UPDATE
    SET previous_at = docket_alert_visits.started_at, started_at = now()
    WHERE docket_alert_visits.started_at <= now() - ${VISIT}
  RETURNING previous_at::text`

const STARTED = 'SELECT previous_at::text FROM docket_alert_visits WHERE alert_id = ?'

/** Entries moved or imported with an earlier date are updates of the docket, too. */
const ADDED = new NamedStatement(
  `SELECT e.id FROM docket_entries e
   WHERE e.docket_id = $1 AND (e.date_created > $2::timestamptz OR e.id IN (
     SELECT n.item_id FROM docket_news n
     WHERE n.docket_id = $1 AND n.kind = 'entry' AND n.date_created > $2::timestamptz))
   ORDER BY e.id DESC LIMIT ${MAX_MARKED}`
)

@inject()
export class DocketVisits {
  constructor(private database: Database) {}

  /**
   * The entries added since a follower's last visit. The first view of a visit is stored, so
   * that the marks remain until the visit ends.
   *
   * @returns undefined on the first visit, and for other visitors
   */
  async newEntries(
    reader: Reader,
    docket: string,
    { account }: PageVisitor
  ): Promise<NewEntries | undefined> {
    const [alert] = await reader.rows(CURRENT, [docket, account.id])
    if (!alert) return undefined
    const [id, previous, isCurrent] = alert
    const since = isCurrent === 't' ? previous : await this.#start(id!)
    if (!since) return undefined
    const rows = await reader.rows(ADDED, [docket, since])
    return { since, ids: new Set(rows.map(([entry]) => Number(entry))) }
  }

  /** Starts a visit. @returns time of the last one */
  async #start(alert: string): Promise<string | null> {
    const run = async (sql: string) =>
      this.database.rawQuery<{ rows: { previous_at: string | null }[] }>(sql, [alert])
    let { rows } = await run(START)
    if (!rows.length) ({ rows } = await run(STARTED))
    return rows[0]?.previous_at ?? null
  }
}
