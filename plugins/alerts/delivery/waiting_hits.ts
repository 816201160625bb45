/**
 * Hits that wait for a mail.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { AlertRow } from '../webhooks/payload.js'
import { byParent } from './record_hits.js'
import type { ParentHit } from './results.js'

/** Cases of one alert in a mail; more are counted as "20+" (alerts 1.4). */
export const MOST_CASES = 20
/** Filings shown of a federal case, and opinions of a decision. */
const MOST_CHILDREN = { r: 3, other: 20 }

export interface WaitingHits {
  alert: AlertRow
  /** At most 20. */
  cases: ParentHit[]
  /** How many cases there are. */
  count: number
}

/** Takes the hits of an account's alerts of some rates, so that no other mail has them. */
export async function takeWaiting(
  trx: TransactionClientContract,
  owner: string,
  rates: string[]
): Promise<WaitingHits[]> {
  // One mail at a time; hits may be recorded meanwhile.
  await trx.rawQuery(
    'SELECT 1 FROM search_alerts WHERE user_id = ? AND rate = ANY(?::text[]) ORDER BY id FOR NO KEY UPDATE',
    [owner, rates] as never[]
  )
  const alerts: AlertRow[] = await trx
    .from('search_alerts')
    .where('user_id', owner)
    .whereIn('rate', rates)
    .whereExists((hits) =>
      hits
        .from('search_alert_hits')
        .whereColumn('alert_id', 'search_alerts.id')
        .whereNull('mailed_at')
        .select(trx.raw('1'))
    )
    .orderBy('name')
    .orderBy('id')
  const waiting: WaitingHits[] = []
  for (const alert of alerts) {
    const found = await takeOf(trx, alert)
    if (found.count) waiting.push(found)
  }
  await trx
    .from('search_alerts')
    .whereIn(
      'id',
      waiting.map(({ alert }) => alert.id)
    )
    .update({ date_last_hit: new Date() })
  return waiting
}

/** Marks and reads in one statement: what comes meanwhile waits for the next mail. */
async function takeOf(trx: TransactionClientContract, alert: AlertRow): Promise<WaitingHits> {
  const most = alert.alert_type === 'r' ? MOST_CHILDREN.r : MOST_CHILDREN.other
  const { rows } = await trx.rawQuery(
    `WITH taken AS (
       UPDATE search_alert_hits SET mailed_at = now() WHERE alert_id = ? AND mailed_at IS NULL
       RETURNING parent_key, is_child, key
     ), placed AS (
       SELECT *, dense_rank() OVER (ORDER BY parent_key DESC) AS place,
              row_number() OVER (PARTITION BY parent_key ORDER BY key DESC) AS child
       FROM taken
     )
     SELECT *, (SELECT max(place) FROM placed) AS count FROM placed
     WHERE place <= ? AND child <= ? ORDER BY place, child`,
    [alert.id, MOST_CASES, most + 1]
  )
  return { alert, cases: byParent(rows, most), count: Number(rows[0]?.count ?? 0) }
}
