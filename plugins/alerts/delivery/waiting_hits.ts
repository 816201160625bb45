/** Unsent hits of search alerts. */
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { AlertRow } from '../webhooks/payload.js'
import { storeEmail } from './emailed_hits.js'
import { groupHitsByParent } from './hit_recorder.js'
import type { ParentHit } from './hit_results.js'
import { makeSecretKey } from '../secret_key.js'

/** Maximum cases per alert in an email, which prints the number of all. */
export const MAX_CASES = 20
/** Maximum filings shown per federal case, and opinions per decision. */
const MAX_CHILDREN = { r: 3, other: 20 }

export interface WaitingHits {
  alert: AlertRow
  /** Key of the page that lists all these hits, once they are emailed. */
  emailKey: string
  /** Up to `MAX_CASES`. */
  cases: ParentHit[]
  /** Number of all cases. */
  count: number
  /** When the first and the last of the hits were recorded. */
  recorded: { first: Date; last: Date }
  /** All hits that were read, including those not shown. */
  set: HitSet
}

/** Identifies a set of hits of any size. */
interface HitSet {
  /** Key of the newest hit. */
  newest: string
  /** Count and sum of the keys. */
  fingerprint: string
}

const FINGERPRINT = `count(*) || ' ' || coalesce(sum(id), 0) AS fingerprint`

/** Reads the unsent hits of an account's alerts with these rates. */
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
 * Marks hits as sent.
 *
 * @param isEmailed whether an email with links to the hits is sent
 * @returns false if the hits or the rate of an alert have changed since they were read
 */
export async function markHitsMailed(
  trx: TransactionClientContract,
  waiting: WaitingHits[],
  { rates, isEmailed }: { rates: string[]; isEmailed: boolean }
): Promise<boolean> {
  const ids = waiting.map(({ alert }) => alert.id)
  const { rows: alerts } = await trx.rawQuery<{ rows: object[] }>(
    `SELECT 1 FROM search_alerts WHERE id = ANY(?::bigint[]) AND rate = ANY(?::text[])
     ORDER BY id FOR NO KEY UPDATE`,
    [ids, rates] as never[]
  )
  if (alerts.length !== ids.length) return false
  for (const { alert, emailKey, set } of waiting) {
    const email = isEmailed ? await storeEmail(trx, alert.id, emailKey) : null
    const { rows } = await trx.rawQuery<{ rows: { fingerprint: string }[] }>(
      `WITH taken AS (
         UPDATE search_alert_hits SET mailed_at = now(), email_id = ?
         WHERE alert_id = ? AND mailed_at IS NULL AND id <= ? RETURNING id
       ) SELECT ${FINGERPRINT} FROM taken`,
      [email, alert.id, set.newest] as never[]
    )
    if (rows[0]!.fingerprint !== set.fingerprint) return false
  }
  await trx.from('search_alerts').whereIn('id', ids).update({ date_last_hit: new Date() })
  return true
}

/** Reads hits in one statement, for a consistent view. */
async function readOf(database: Pick<Database, 'rawQuery'>, alert: AlertRow): Promise<WaitingHits> {
  const most = alert.alert_type === 'r' ? MAX_CHILDREN.r : MAX_CHILDREN.other
  const { rows } = await database.rawQuery(
    `WITH waiting AS (
       SELECT id, parent_key, is_child, key, date_created FROM search_alert_hits
       WHERE alert_id = ? AND mailed_at IS NULL
     ), placed AS (
       SELECT *, dense_rank() OVER (ORDER BY parent_key DESC) AS place,
              row_number() OVER (PARTITION BY parent_key ORDER BY key DESC) AS child
       FROM waiting
     ), found AS (
       SELECT max(place) AS count, max(id) AS newest, min(date_created) AS first,
              max(date_created) AS last, ${FINGERPRINT} FROM placed
     )
     SELECT placed.*, found.* FROM placed, found
     WHERE place <= ? AND child <= ? ORDER BY place, child`,
    [alert.id, MAX_CASES, most + 1]
  )
  const { count = 0, newest, first, last, fingerprint } = rows[0] ?? {}
  return {
    alert,
    emailKey: makeSecretKey(),
    cases: groupHitsByParent(rows, most),
    count: Number(count),
    recorded: { first, last },
    set: { newest, fingerprint },
  }
}
