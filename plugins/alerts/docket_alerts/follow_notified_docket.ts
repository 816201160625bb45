import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { maySubscribeByMail } from '#app/accounts/auto_subscribe'
import DocketAlert from '../models/docket_alert.js'
import { makeSecretKey } from '../secret_key.js'
import { SUBSCRIBED } from './alert_types.js'
import { startFromHere } from './start_from_here.js'

/**
 * `followed`: from now on; `known`: it follows the docket already, or unsubscribed from it for
 * good; `not_allowed`: it does not follow dockets of notices by itself.
 */
export type FollowOutcome = 'followed' | 'known' | 'not_allowed'

/**
 * Has an account follow the docket of a notice it got (fetch-and-upload, 2.6), without a quota, as
 * over the API. An unsubscription stays (specification, States and transitions). Entries that the
 * same transaction brings are announced to it.
 */
export async function followNotifiedDocket(
  trx: TransactionClientContract,
  { accountId, docket }: { accountId: number; docket: number }
): Promise<FollowOutcome> {
  if (await DocketAlert.ofAccount(accountId, String(docket), { client: trx })) return 'known'
  if (!(await maySubscribeByMail(trx, accountId))) return 'not_allowed'
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
