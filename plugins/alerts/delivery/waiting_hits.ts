/**
 * Hits that wait for an email.
 */
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { AlertRow } from '../webhooks/payload.js'
import { byParent } from './hit_recorder.js'
import type { ParentHit } from './hit_results.js'

/** Cases of one alert in a mail; more are counted as "20+" (alerts 1.4). */
export const MAX_CASES = 20
/** Filings shown of a federal case, and opinions of a decision. */
const MAX_CHILDREN = { r: 3, other: 20 }

export interface WaitingHits {
  alert: AlertRow
  /** At most 20. */
  cases: ParentHit[]
  /** How many cases there are. */
  count: number
  /** All hits that were read, also those beyond the cases. */
  set: HitSet
}

/** Which hits of an alert wait: bounded, however many they are. */
interface HitSet {
  /** Key of the newest. */
  newest: string
  /** How many they are and the sum of their keys. */
  fingerprint: string
}

const FINGERPRINT = `count(*) || ' ' || coalesce(sum(id), 0) AS fingerprint`

/** The waiting hits of an account's alerts of some rates. */
export async function readWaiting(
  database: Pick<Database, 'from' | 'rawQuery'>,
  owner: string,
  rates: string[]
): Promise<WaitingHits[]> {
  const alerts: AlertRow[] = await database
    .from('search_alerts')
    .where('user_id', owner)
    .whereIn('rate', rates)
    .whereExists((hits) =>
      hits
        .from('search_alert_hits')
        .whereColumn('alert_id', 'search_alerts.id')
        .whereNull('mailed_at')
        .select('id')
    )
    .orderBy('name')
    .orderBy('id')
  const waiting: WaitingHits[] = []
  for (const alert of alerts) {
    const found = await readOf(database, alert)
    if (found.count) waiting.push(found)
  }
  return waiting
}

/**
 * Marks hits as mailed.
 *
 * @returns false when they are not exactly those that were read, or an alert has changed its rate
 */
export async function takeHits(
  trx: TransactionClientContract,
  waiting: WaitingHits[],
  rates: string[]
): Promise<boolean> {
  const ids = waiting.map(({ alert }) => alert.id)
  const { rows: alerts } = await trx.rawQuery<{ rows: object[] }>(
    `SELECT 1 FROM search_alerts WHERE id = ANY(?::bigint[]) AND rate = ANY(?::text[])
     ORDER BY id FOR NO KEY UPDATE`,
    [ids, rates] as never[]
  )
  if (alerts.length !== ids.length) return false
  for (const { alert, set } of waiting) {
    const { rows } = await trx.rawQuery<{ rows: { fingerprint: string }[] }>(
      `WITH taken AS (
         UPDATE search_alert_hits SET mailed_at = now()
         WHERE alert_id = ? AND mailed_at IS NULL AND id <= ? RETURNING id
       ) SELECT ${FINGERPRINT} FROM taken`,
      [alert.id, set.newest]
    )
    if (rows[0]!.fingerprint !== set.fingerprint) return false
  }
  await trx.from('search_alerts').whereIn('id', ids).update({ date_last_hit: new Date() })
  return true
}

/** One statement, and so one view of the hits. */
async function readOf(database: Pick<Database, 'rawQuery'>, alert: AlertRow): Promise<WaitingHits> {
  const most = alert.alert_type === 'r' ? MAX_CHILDREN.r : MAX_CHILDREN.other
  const { rows } = await database.rawQuery(
    `WITH waiting AS (
       SELECT id, parent_key, is_child, key FROM search_alert_hits
       WHERE alert_id = ? AND mailed_at IS NULL
     ), placed AS (
       SELECT *, dense_rank() OVER (ORDER BY parent_key DESC) AS place,
              row_number() OVER (PARTITION BY parent_key ORDER BY key DESC) AS child
       FROM waiting
     ), found AS (
       SELECT max(place) AS count, max(id) AS newest, ${FINGERPRINT} FROM placed
     )
     SELECT placed.*, found.* FROM placed, found
     WHERE place <= ? AND child <= ? ORDER BY place, child`,
    [alert.id, MAX_CASES, most + 1]
  )
  const { count = 0, newest, fingerprint } = rows[0] ?? {}
  return { alert, cases: byParent(rows, most), count: Number(count), set: { newest, fingerprint } }
}
