/** Reads search alerts for pages. */
import type { Database } from '@adonisjs/lucid/database'
import { shownTime } from '#app/console/admin/admin_list'
import SearchAlert from '../models/search_alert.js'
import { ALERT_TYPES, isArchive, rateLabel, type AlertType } from './codes.js'

export interface ShownAlert {
  id: string
  name: string
  query: string
  rate: string
  alert_type: string
  rateLabel: string
  typeLabel: string
  isArchive: boolean
  lastHit: string
  hits: number
}

/** An account's alerts by name, with their number of hits. */
export async function listSearchAlerts(
  database: Pick<Database, 'from'>,
  accountId: number
): Promise<ShownAlert[]> {
  const rows = await SearchAlert.ofAccount(accountId)
  const counts = await database
    .from('search_alert_hits')
    .whereIn(
      'alert_id',
      rows.map(({ id }) => id)
    )
    .select('alert_id')
    .count('*', 'count')
    .groupBy('alert_id')
  const hits = new Map(counts.map(({ alert_id: id, count }) => [String(id), Number(count)]))
  return rows.map((row) => ({ ...shown(row), hits: hits.get(String(row.id)) ?? 0 }))
}

/** @returns null for alerts of other accounts */
export async function findSearchAlert(accountId: number, id: string): Promise<ShownAlert | null> {
  const alert = await SearchAlert.own(accountId, id)
  return alert && shown(alert)
}

function shown(row: SearchAlert): ShownAlert {
  return {
    id: String(row.id),
    name: row.name,
    query: row.query,
    rate: row.rate,
    alert_type: row.alertType,
    rateLabel: rateLabel(row.rate),
    typeLabel: ALERT_TYPES[row.alertType as AlertType],
    isArchive: isArchive(row.alertType),
    lastHit: shownTime(row.dateLastHit),
    hits: 0,
  }
}
