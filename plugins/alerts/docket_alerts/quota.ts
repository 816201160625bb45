/** Limits the dockets that an account can follow on pages and by links. The API has no limit. */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import { AlertQuotaReached } from '../errors.js'
import type { AccountRecord } from '#app/accounts/account_cache'
import { hasRight } from '#app/accounts/rights'
import DocketAlert from '../models/docket_alert.js'

/** Permission of accounts without a limit. */
const UNLIMITED = 'unlimited_docket_alerts'

const DOCKET_ALERTS = 'docket_alerts'

/** Message for accounts that have reached their limit. */
export const formatDocketAlertLimitMessage = ({ policy }: AccountRecord) =>
  `Without a membership, you can follow up to ${policy.quota(DOCKET_ALERTS)} dockets. Become a member for more (/profile/membership/), or unfollow a docket.`

/** Whether an account has reached its limit of followed dockets. */
export async function isQuotaUsed(
  account: AccountRecord,
  options?: ModelAdapterOptions
): Promise<boolean> {
  const allowed = account.policy.quota(DOCKET_ALERTS)
  if (allowed === Infinity || hasRight(account.rights, UNLIMITED)) return false
  return (await DocketAlert.countSubscribed(account.id, options)) >= allowed
}

/**
 * Checks the limit. Locks the account, so that concurrent writes can't exceed it.
 *
 * @throws AlertQuotaReached
 */
export async function checkQuota(
  trx: TransactionClientContract,
  account: AccountRecord
): Promise<void> {
  await trx.rawQuery('SELECT 1 FROM accounts WHERE id = ? FOR NO KEY UPDATE', [account.id])
  if (await isQuotaUsed(account, { client: trx }))
    throw new AlertQuotaReached(formatDocketAlertLimitMessage(account))
}
