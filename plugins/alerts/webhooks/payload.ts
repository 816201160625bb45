/**
 * What a webhook tells of hits (alerts 3.2, event 2).
 */
import { flatResults, nestedResults, searchOfAlert, type ParentHit } from '../delivery/results.js'

/** An alert as its table has it. */
export interface AlertRow {
  id: string
  user_id: string
  name: string
  query: string
  rate: string
  alert_type: string
  secret_key: string
  date_created: Date
  date_modified: Date
  date_last_hit: Date | null
}

/** The payload of a version: 1 has flat results, 2 those of v4. */
export async function payloadOf(
  alert: AlertRow,
  hits: ParentHit[],
  version: number
): Promise<object> {
  const search = await searchOfAlert(alert.query, alert.alert_type)
  const shown = version === 1 ? flatResults : nestedResults
  return { results: await shown(search, hits), alert: shownAlert(alert) }
}

function shownAlert(alert: AlertRow): object {
  return {
    id: Number(alert.id),
    name: alert.name,
    rate: alert.rate,
    user: Number(alert.user_id),
    query: alert.query,
    alert_type: alert.alert_type,
    secret_key: alert.secret_key,
    date_created: instant(alert.date_created),
    date_modified: instant(alert.date_modified),
    date_last_hit: alert.date_last_hit && instant(alert.date_last_hit),
  }
}

function instant(date: Date): string {
  return date.toISOString().replace('Z', '000+00:00')
}
