import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { isAutoSubscribeEnabled } from '#app/accounts/auto_subscribe'
import DocketAlert from '../models/docket_alert.js'
import { makeSecretKey } from '../secret_key.js'
import { SUBSCRIBED } from '../models/docket_alert.js'
import type { StoredRow } from '#api/writes/hooks'

/**
 * `followed`: newly followed; `known`: already followed, or unfollowed permanently;
 * `not_allowed`: the account's setting to follow dockets from notices is off.
 */
export type FollowOutcome = 'followed' | 'known' | 'not_allowed'

/**
 * Follows the docket of a notice that an account received. No limit applies, as in the API.
 * Permanently unfollowed dockets stay unfollowed. Entries added in the same transaction are
 * announced.
 */
export async function followNotifiedDocket(
  trx: TransactionClientContract,
  { accountId, docket }: { accountId: number; docket: number }
): Promise<FollowOutcome> {
  if (await DocketAlert.ofAccount(accountId, String(docket), { client: trx })) return 'known'
  if (!(await isAutoSubscribeEnabled(trx, accountId))) return 'not_allowed'
  const { rows } = await trx.rawQuery<{ rows: { id: string; docket_id: string }[] }>(
    `INSERT INTO docket_alerts (user_id, docket_id, alert_type, secret_key)
     VALUES (?, ?, ${SUBSCRIBED}, ?) ON CONFLICT DO NOTHING RETURNING id, docket_id`,
    [accountId, docket, makeSecretKey()]
  )
  const [made] = rows
  if (!made) return 'known'
  await startFromHere(trx, made)
  return 'followed'
}

/** Sets the position of a new or resumed alert, so that it reports later updates only. */
export async function startFromHere(
  trx: TransactionClientContract,
  { id, docket_id: docket }: StoredRow
): Promise<void> {
  await trx.rawQuery(
    `UPDATE docket_alerts SET last_news_id = (SELECT coalesce(max(id), 0) FROM docket_news) WHERE id = ?`,
    [id as string]
  )
  for (const table of ['docket_alert_waiting', 'docket_alert_skipped'])
    await trx
      .from(table)
      .where('alert_id', id as string)
      .delete()
  await trx.rawQuery(
    `WITH documents AS (
       SELECT d.id, d.is_available FROM docket_entries e JOIN archive_documents d ON d.docket_entry_id = e.id
       WHERE e.docket_id = ?
     ), here AS (
       DELETE FROM awaited_documents USING documents WHERE id = document_id AND is_available
     )
     INSERT INTO awaited_documents SELECT id FROM documents WHERE is_available IS NOT TRUE
     ON CONFLICT DO NOTHING`,
    [docket as string]
  )
}
