/**
 * Search alerts as pages show them.
 */
import type { Database } from '@adonisjs/lucid/database'
import { shownTime } from '#app/console/admin/admin_list'
import { SECRET_KEY } from '../secret_key.js'
import type { AlertRow } from '../webhooks/payload.js'
import { ALERT_TYPES, RATES, isArchive, type AlertType } from './codes.js'

/** Alerts on a page; all are over the API. */
export const MOST_SHOWN = 200

type Reading = Pick<Database, 'from'>

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

/** Alerts of an account by name, with what they have found. */
export async function alertsOf(database: Reading, accountId: number): Promise<ShownAlert[]> {
  const rows: AlertRow[] = await database
    .from('search_alerts')
    .where('user_id', accountId)
    .orderBy('name')
    .orderBy('id')
    .limit(MOST_SHOWN)
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

/** One of an account's own; null for others. */
export async function alertOf(
  database: Reading,
  accountId: number,
  id: string
): Promise<ShownAlert | null> {
  if (!/^\d{1,18}$/.test(id)) return null
  const row = await database.from('search_alerts').where({ id, user_id: accountId }).first()
  return row && shown(row as AlertRow)
}

/** The alerts secret keys belong to; unknown ones are left out. */
export async function alertsOfKeys(database: Reading, keys: string[]): Promise<AlertRow[]> {
  const valid = keys.filter((key) => SECRET_KEY.test(key)).slice(0, MOST_SHOWN)
  if (!valid.length) return []
  return database.from('search_alerts').whereIn('secret_key', valid).orderBy('name').orderBy('id')
}

export function rateLabel(rate: string): string {
  return RATES.find(({ value }) => value === rate)?.display_name ?? rate
}

function shown(row: AlertRow): ShownAlert {
  return {
    id: String(row.id),
    name: row.name,
    query: row.query,
    rate: row.rate,
    alert_type: row.alert_type,
    rateLabel: rateLabel(row.rate),
    typeLabel: ALERT_TYPES[row.alert_type as AlertType],
    isArchive: isArchive(row.alert_type),
    lastHit: shownTime(row.date_last_hit),
    hits: 0,
  }
}
