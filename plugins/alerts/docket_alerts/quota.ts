/**
 * How many dockets an account may follow by pages and links (alerts, 2). Over
 * the API there is no quota.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AlertQuotaReached } from '../errors.js'
import type { AccountRecord } from '#app/accounts/account_cache'
import { holds } from '#app/accounts/rights'
import { SUBSCRIBED } from '../models/docket_alert.js'

/** Right of accounts without a quota. */
const UNLIMITED = 'unlimited_docket_alerts'

/** Quota of the manifest. */
const DOCKET_ALERTS = 'docket_alerts'

/** Why an account may follow no more dockets. */
export const refusalOf = ({ policy }: AccountRecord) =>
  `Without a membership an account follows up to ${policy.quota(DOCKET_ALERTS)} dockets. Become a member for more (/profile/membership/), or stop following one.`

/** Whether an account may follow no more dockets. */
export async function isQuotaUsed(
  client: Pick<TransactionClientContract, 'from'>,
  account: AccountRecord
): Promise<boolean> {
  const allowed = account.policy.quota(DOCKET_ALERTS)
  if (allowed === Infinity || holds(account.rights, UNLIMITED)) return false
  const [{ count }] = await client
    .from('docket_alerts')
    .where({ user_id: account.id, alert_type: SUBSCRIBED })
    .count('*', 'count')
  return Number(count) >= allowed
}

/**
 * Waits for other writes of the account, and looks whether there is room.
 *
 * @throws AlertQuotaReached
 */
export async function checkQuota(
  trx: TransactionClientContract,
  account: AccountRecord
): Promise<void> {
  await trx.rawQuery('SELECT 1 FROM accounts WHERE id = ? FOR NO KEY UPDATE', [account.id])
  if (await isQuotaUsed(trx, account)) throw new AlertQuotaReached(refusalOf(account))
}
